extension FileTypeRegistry {
  /// The handlers that open documents of `type`, best first; empty when none does.
  ///
  /// Sorted as ``rankedOpeners(for:)``.
  public func openers(for type: TypeIdentifier) -> [Handler] {
    rankedOpeners(for: type).map(\.handler)
  }

  /// The handlers that open documents of `type`, best first, each with the reason.
  ///
  /// A handler of a parent type applies too. The nearest declared type wins, then the rank (owner, default,
  /// alternate), then the order of declaration. Handlers of rank none are not offered, and neither is a built-in one that
  /// has nothing to show: the reader for a type without pages, the archive's list for an image of a disk.
  public func rankedOpeners(for type: TypeIdentifier) -> [Opener] {
    let offered = declarations.handlers.enumerated().compactMap { position, handler in
      opener(handler, at: position, for: type)
    }
    return offered.sorted { $0.order < $1.order }.map(\.opener)
  }

  private func opener(
    _ handler: Handler, at position: Int, for type: TypeIdentifier
  ) -> (opener: Opener, order: (Int, Int, Int))? {
    guard let rank = Handler.Rank.allCases.firstIndex(of: handler.rank), handler.rank != .none else {
      return nil
    }
    guard handler.url != nil || works(handler.identifier, for: type) else { return nil }
    let matches = handler.contentTypes.compactMap { declared in
      distance(from: type, to: declared).map { (steps: $0, type: declared) }
    }
    guard let nearest = matches.min(by: { $0.steps < $1.steps }) else { return nil }
    let opener = Opener(handler: handler, contentType: nearest.type, distance: nearest.steps)
    return (opener, (nearest.steps, rank, position))
  }

  /// Whether a built-in handler has something to show of a type.
  private func works(_ handler: String, for type: TypeIdentifier) -> Bool {
    switch handler {
    case Handler.reader: pageSource(for: type) != nil
    case Handler.archive: previewKind(for: type) == .archive
    default: true
    }
  }
}

/// A handler for a certain type, and the reason why it opens it.
public struct Opener: Hashable, Sendable, Codable {
  /// The handler.
  public let handler: Handler
  /// The nearest of the handler's types.
  public let contentType: TypeIdentifier
  /// Steps of conformance to that type; 0 for the type itself.
  public let distance: Int

  /// An opener from its parts.
  public init(handler: Handler, contentType: TypeIdentifier, distance: Int) {
    self.handler = handler
    self.contentType = contentType
    self.distance = distance
  }
}
