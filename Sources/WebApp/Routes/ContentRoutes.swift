import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Downloads of original contents.
struct ContentRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/content") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let known = try await workspace.document(id, includingTrash: true)
      let (document, content) = try await workspace.tree.current(known)
      return await entity(of: document, content).response(to: request.head)
    }
  }

  /// A document is untrusted, so its content is never shown as a page of this site.
  func entity(of document: Document, _ content: any ReadableContent) async -> Representation {
    let type = await workspace.contentType(of: document.type, content, hash: document.sha256)
    var headers = SafeContent.headers(named: document.location.name)
    headers[.cacheControl] = "private, no-cache"
    return Representation(
      .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content), type: type,
      tag: document.contentTag,
      modified: HTTPDate(secondsSince1970: Int64(document.modified.timeIntervalSince1970)),
      headers: headers)
  }
}

/// The headers for untrusted content, which is never shown as a page of this site.
enum SafeContent {
  static func headers(named name: FileName) -> HTTPFields {
    [
      .contentDisposition: Attachment.header(name),
      .contentSecurityPolicy: "sandbox; default-src 'none'",
    ]
  }
}

/// The header that makes a browser save a file instead of showing it (RFC 6266).
enum Attachment {
  static func header(_ name: FileName) -> String {
    let plain = String(name.description.unicodeScalars.map { Self.isPlain($0) ? Character($0) : "_" })
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(extended(name.description))"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "%"
  }

  /// RFC 8187, 3.2.1: every byte but the letters of attr-char is escaped.
  private static func extended(_ text: String) -> String {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~".utf8)
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      if allowed.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
