public import DocumentModel

/// A read-only area that an operator named: `NAME=DIR`.
public struct ReadOnlyAreaSetting: Hashable, Sendable {
  /// What it is called.
  public let name: FileName
  /// Its directory.
  public let path: String

  /// Reads `NAME=DIR`.
  ///
  /// Throws ``StartError`` saying what is wrong.
  public init(parsing text: String) throws(StartError) {
    guard let sign = text.firstIndex(of: "="), text.index(after: sign) != text.endIndex else {
      throw StartError("a read-only area is written as NAME=DIR, such as Manuals=/srv/manuals")
    }
    do {
      name = try FileName(String(text[..<sign]))
    } catch {
      throw StartError("a read-only area cannot be called so: \(error.detail)")
    }
    path = String(text[text.index(after: sign)...])
  }
}
