import HTTPTypes

/// What the conditions of a request mean for the current state of a resource (RFC 9110 §13.2.2).
public enum Preconditions: Sendable, Equatable {
  /// Do what was asked.
  case proceed
  /// 304: the client has this state already.
  case notModified
  /// 412: the client had another state in mind.
  case failed

  /// Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since`, in that order.
  ///
  /// A change of something that does not exist has no tag: then `If-Match: *` fails and `If-None-Match: *`, which
  /// asks to create, proceeds.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - tag: The tag of the current state; nil when there is none.
  ///   - modified: When the state came to be.
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

  /// Whether `If-Range` lets a range be answered: only a strong tag that is the current one does.
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
