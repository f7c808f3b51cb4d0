/// The pattern of a route's path: literal segments, `:name` for one segment, `*name` at the end for the rest.
struct RoutePattern: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(String)
    case rest(String)
  }

  let text: String
  let parts: [Part]

  /// Parses `api/v1/documents/:id`; leading and trailing slashes are ignored.
  init(_ text: String) {
    let pieces = text.split(separator: "/", omittingEmptySubsequences: true)
    self.text = pieces.joined(separator: "/")
    parts = pieces.map { piece in
      switch piece.first {
      case ":": .parameter(String(piece.dropFirst()))
      case "*": .rest(String(piece.dropFirst()))
      default: .literal(String(piece))
      }
    }
    let restIsLast = parts.dropLast().allSatisfy { if case .rest = $0 { false } else { true } }
    precondition(restIsLast, "\(text): only the last part of a route may take the rest")
    precondition(Set(names).count == names.count, "\(text): two parts of a route have one name")
  }

  var names: [String] {
    parts.compactMap { part in
      switch part {
      case .literal: nil
      case .parameter(let name), .rest(let name): name
      }
    }
  }
}
