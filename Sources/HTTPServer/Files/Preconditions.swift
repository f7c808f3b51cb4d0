import HTTPTypes

/// The result of a request's conditions for a resource's current state (RFC 9110 §13.2.2).
public enum Preconditions: Sendable, Equatable {
  /// Perform the request.
  case proceed
  /// Respond 304: the client has this state already.
  case notModified
  /// Respond 412: the client expected another state.
  case failed

  /// Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since`, in that order.
  ///
  /// A missing resource has no tag: then `If-Match: *` fails, and `If-None-Match: *`, which asks to create, proceeds.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - tag: The tag of the current state; nil when there is none.
  ///   - modified: The time of the last change.
  public init(_ head: RequestHead, tag: EntityTag?, modified: HTTPDate? = nil) {
    if let wanted = head[.ifMatch] {
      guard Self.matches(EntityTagList(wanted), tag, strongly: true) else { self = .failed; return }
    } else if let since = head[.ifUnmodifiedSince].flatMap(HTTPDate.init), let modified, modified > since {
      self = .failed
      return
    }
    let isRead = head.method == .get || head.method == .head
    if let known = head[.ifNoneMatch] {
      let isKnown = Self.matches(EntityTagList(known), tag, strongly: false)
      self = isKnown ? (isRead ? .notModified : .failed) : .proceed
    } else if isRead, let since = head[.ifModifiedSince].flatMap(HTTPDate.init), let modified {
      self = modified <= since ? .notModified : .proceed
    } else {
      self = .proceed
    }
  }

  /// Whether `If-Range` allows a range: only the current strong tag does.
  static func allowsRange(_ head: RequestHead, tag: EntityTag?) -> Bool {
    guard let condition = head[.ifRange] else { return true }
    guard let tag, let wanted = EntityTag(header: condition[...]) else { return false }
    return wanted.matchesStrongly(tag)
  }

  private static func matches(_ list: EntityTagList, _ tag: EntityTag?, strongly: Bool) -> Bool {
    guard let tag else { return false }
    switch list {
    case .any: return true
    case .tags(let tags):
      return tags.contains { strongly ? $0.matchesStrongly(tag) : $0.matchesWeakly(tag) }
    }
  }
}
