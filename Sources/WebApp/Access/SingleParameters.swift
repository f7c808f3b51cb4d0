import DocumentModel
import HTTPServer

/// Refuses an address of the API that gives a parameter twice: which of both is meant nobody knows.
enum SingleParameters {
  /// The parameters that are lists, by their addresses.
  private static let lists: [String: Set<String>] = ["/api/v1/documents": ["tag"]]
  /// So much of a name is repeated to who sent it.
  private static let shown = 64

  static let middleware: Middleware = { next in
    { request, parameters in
      try demand(request.head)
      return try await next(request, parameters)
    }
  }

  /// Throws `.invalidParameter` with the name of the first parameter that is there again.
  static func demand(_ head: RequestHead) throws(DocumentError) {
    // What lies below other addresses has rules of its own.
    guard head.path.hasPrefix("/api/") else { return }
    let lists = lists[head.path] ?? []
    guard let name = head.query.firstRepeated(where: { !lists.contains($0) }) else { return }
    throw DocumentError(
      .invalidParameter, "the parameter \"\(name.prefix(shown))\" is given more than once; give it once")
  }
}
