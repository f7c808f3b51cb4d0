import DocumentModel

/// The one owner of what lies on the disk: it says what is at a place now, and brings the index in line for that.
///
/// Use cases ask it once for each change, and never compare file and index by themselves; it asks no use case.
/// ```swift
/// try await tree.changing(location) { occupant in
///   guard occupant == nil else { throw … }
///   …
/// }
/// ```
public struct Tree: UsesServices {
  let places: Places
  /// How long a file must not have been written to before a pass over the tree takes it up.
  public let quiet: Duration
  let rest: @Sendable (Duration) async -> Void
  /// Looks at where all files are now, for callers that cannot wait for the next pass.
  let looks: TreeLooks

  var services: Services { places.services }
  var lock: KeyedLock<Location> { places.lock }
  var missing: MissingFiles { places.missing }
  var longFiles: LongFiles { places.longFiles }
  /// Whether files of other programs in `Documents` become documents (spec documents FS-1).
  public var sharesFiles: Bool { places.sharesFiles }

  init(_ places: Places, quiet: Duration, rest: @escaping @Sendable (Duration) async -> Void) {
    self.places = places
    self.quiet = quiet
    self.rest = rest
    looks = TreeLooks(rest: min(quiet, .milliseconds(200)))
  }

  /// Runs `body` with the document that is at `location` now, while no other task changes what is there.
  ///
  /// Changes on the disk are taken into the index before: see ``settle(_:sparing:)``. Where nothing is, that costs one look
  /// at each.
  ///
  /// - Parameter hash: as in ``settle(_:sparing:)``.
  func changing<Value: Sendable>(
    _ location: Location, sparing hash: ContentHash? = nil,
    _ body: (Document?) async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    let done = try await lock.withLock(location) { () async throws(DocumentError) -> Value? in
      try await isFree(location) ? try await body(nil) : nil
    }
    if let done { return done }
    try await followOccupant(of: location)
    return try await lock.withLock(location) { () async throws(DocumentError) in
      try await body(settle(location, sparing: hash))
    }
  }

  private func isFree(_ location: Location) async throws(DocumentError) -> Bool {
    guard try await index.document(at: location) == nil else { return false }
    return try await directory.fingerprints(at: [location]).isEmpty
  }
}
