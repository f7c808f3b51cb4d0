import FoundationEssentials

/// Strict decoding of declarations; a refusal names the place: `types[2].extensions[0]: must be text`.
enum DeclarationDecoding {
  /// A value of `type` from JSON.
  ///
  /// Throws `DocumentError` with code `.invalidParameter`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from json: Data
  ) throws(DocumentError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: json)
    } catch {
      throw DocumentError(.invalidParameter, sentence(for: error), cause: error)
    }
  }

  /// The decoder's message for text that is not JSON.
  private static let syntaxFault = "The given data was not valid JSON"

  private static func sentence(for error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(let type, let context): "\(path(context.codingPath)): must be \(noun(type))"
    case .valueNotFound(_, let context): "\(path(context.codingPath)): must not be null"
    case .keyNotFound(let key, let context): "\(path(context.codingPath)): \"\(key.stringValue)\" is missing"
    case .dataCorrupted(let context) where context.debugDescription.hasPrefix(syntaxFault):
      "the declarations are not JSON"
    case .dataCorrupted(let context): "\(path(context.codingPath)): \(context.debugDescription)"
    default: "the declarations cannot be read"
    }
  }

  /// `types[2].extensions` for the keys types, 2, extensions.
  private static func path(_ keys: [any CodingKey]) -> String {
    var text = ""
    for key in keys {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "the declarations" : text
  }

  private static func noun(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type: "a whole number"
    case is Bool.Type: "true or false"
    default: "\(type)".hasPrefix("Array") ? "an array" : "an object"
    }
  }
}

private struct AnyMember: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The object's members; a name that is no case of `Key` is refused, so that a misspelt member is not ignored.
  func strictContainer<Key: CodingKey & CaseIterable>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let members = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue).sorted()
    if let unknown = members.first(where: { Key(stringValue: $0) == nil }) {
      let known = Key.allCases.map(\.stringValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\"\(unknown)\" is not known; there are \(known)"))
    }
    return try container(keyedBy: type)
  }
}

extension KeyedDecodingContainer {
  /// One of the cases of `Choice` by its raw value, nil when the member is missing.
  func decodeChoice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath + [key], debugDescription: "\"\(text)\" is none of \(known)"))
  }
}
