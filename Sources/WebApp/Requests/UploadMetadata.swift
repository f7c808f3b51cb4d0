import DocumentModel
import FoundationEssentials
import HTTPServer
import LinuxSystem

/// `Upload-Metadata`: names with values in base 64, separated by commas (tus 1.0, creation).
struct UploadMetadata: Sendable {
  private let values: [String: String]

  /// Throws `.invalidParameter` for a header that is not in the form or names a key twice.
  ///
  /// A value that is read must be a text in UTF-8, else the same is thrown.
  init(_ text: String) throws(DocumentError) {
    var values: [String: String] = [:]
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
      let parts = pair.split(separator: " ", omittingEmptySubsequences: true)
      guard let key = parts.first.map(String.init), parts.count <= 2, values[key] == nil else {
        throw Self.malformed
      }
      values[key] = try Self.value(parts.count == 2 ? parts[1] : "", isText: Self.known.contains(key))
    }
    self.values = values
  }

  /// The destination that the metadata tell, with those parts that the address tells in their place.
  ///
  /// Throws `.invalidName` or `.invalidParameter`.
  func destination(_ query: Query) throws(DocumentError) -> ResumableUpload.Destination {
    guard let name = query["name"] ?? values["filename"].map(UploadParameters.lastComponent) else {
      throw DocumentError(
        .invalidParameter, "say what the document is called: filename in Upload-Metadata, or ?name=")
    }
    return ResumableUpload.Destination(
      name: try FileName(name), folder: try FolderPath(parsing: query["folder"] ?? values["folder"] ?? ""),
      conflict: try UploadParameters.conflict(query["conflict"] ?? values["conflict"]))
  }

  /// Changes of a destination that an address tells; nil when it tells none.
  static func redirect(
    _ query: Query
  ) throws(DocumentError) -> (@Sendable (inout ResumableUpload.Destination) -> Void)? {
    guard ["name", "folder", "conflict"].contains(where: { query[$0] != nil }) else { return nil }
    let parameters = try UploadParameters(query)
    let (setsFolder, setsConflict) = (query["folder"] != nil, query["conflict"] != nil)
    return { destination in
      if let name = parameters.name { destination.name = name }
      if setsFolder { destination.folder = parameters.folder }
      if setsConflict { destination.conflict = parameters.conflict }
    }
  }

  /// Keys whose values are read; those of others are kept as they are.
  private static let known: Set<String> = ["filename", "folder", "conflict"]

  private static func value(_ encoded: Substring, isText: Bool) throws(DocumentError) -> String {
    guard let bytes = Data(base64Encoded: String(encoded)) else { throw malformed }
    guard isText else { return "" }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DocumentError(.invalidParameter, "a value of Upload-Metadata is no text in UTF-8")
    }
    return text
  }

  private static let malformed = DocumentError(
    .invalidParameter, "Upload-Metadata must be keys, each once, with values in base 64, separated by commas")
}
