/// The decoded name-value pairs of a query, in the order sent.
///
/// A plus sign is a space, as in forms. A name without `=` has an empty value.
public struct Query: Sendable, Hashable, RandomAccessCollection {
  /// One name with its value.
  public struct Item: Sendable, Hashable {
    /// The decoded name.
    public let name: String
    /// The decoded value; empty when the pair has no `=`.
    public let value: String

    /// A pair.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private let items: [Item]

  /// A query of the given pairs.
  public init(_ items: [Item]) { self.items = items }

  /// Decodes the text after the `?`.
  ///
  /// - Throws: ``HTTPError/malformedRequest(_:)`` for a malformed escape, NUL, or bytes that are not UTF-8.
  public init(decoding text: String) throws(HTTPError) {
    var items: [Item] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try PercentEncoding.decode(pair[..<mark], plusIsSpace: true)
      let value = try PercentEncoding.decode(pair[mark...].dropFirst(), plusIsSpace: true)
      items.append(Item(name: name, value: value))
    }
    self.items = items
  }

  /// The first value of a name; nil when the name is missing.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// All values of a name, in the order sent.
  public func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// The first repeated name among those that may occur once; nil when there is none.
  public func firstRepeated(where isSingle: (String) -> Bool = { _ in true }) -> String? {
    guard items.count > 1 else { return nil }
    var seen: Set<String> = []
    return items.first { isSingle($0.name) && !seen.insert($0.name).inserted }?.name
  }

  /// The first pair's position.
  public var startIndex: Int { items.startIndex }
  /// The position after the last pair.
  public var endIndex: Int { items.endIndex }
  /// The pair at a position.
  public subscript(position: Int) -> Item { items[position] }
}
