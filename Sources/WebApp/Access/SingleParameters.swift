import DocumentModel
import HTTPServer

/// Refuses an API address that repeats a parameter, because its meaning would be unclear.
enum SingleParameters {
  private static let lists: [String: Set<String>] = ["/api/v1/documents": ["tag"]]
  /// The length to which a repeated name is quoted in the refusal.
  private static let shown = 64

  static let middleware: Middleware = { next in
    { request, parameters in
      try require(request.head)
      return try await next(request, parameters)
    }
  }

  static func require(_ head: RequestHead) throws(DocumentError) {
    // Addresses outside the API have rules of their own.
    guard head.path.hasPrefix("/api/") else { return }
    let lists = lists[head.path] ?? []
    guard let name = head.query.firstRepeated(where: { !lists.contains($0) }) else { return }
    throw DocumentError(
      .invalidParameter, "the parameter \"\(name.prefix(shown))\" is given more than once; give it once")
  }
}
