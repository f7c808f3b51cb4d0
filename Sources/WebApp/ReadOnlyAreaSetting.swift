public import DocumentModel

/// An operator's setting of a read-only area: `NAME=DIR`.
public struct ReadOnlyAreaSetting: Hashable, Sendable {
  /// The name of the area.
  public let name: FileName
  /// The path of its directory.
  public let path: String

  /// Reads `NAME=DIR`.
  ///
  /// Throws ``StartError`` with the fault.
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
