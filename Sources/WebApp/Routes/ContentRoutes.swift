import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Originals on their way out.
struct ContentRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/content") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let known = try await workspace.document(id, includingTrash: true)
      let (document, content) = try await workspace.current(known)
      return entity(of: document, content).response(to: request.head)
    }
  }

  /// A document is hostile: it is never shown as a page of this site, whatever it holds.
  func entity(of document: Document, _ content: any ReadableContent) -> Representation {
    let type = workspace.types.current.preferredMediaType(of: document.type)
    return Representation(
      .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content), type: type,
      tag: document.contentTag,
      modified: HTTPDate(secondsSince1970: Int64(document.modified.timeIntervalSince1970)),
      headers: [
        .contentDisposition: Attachment.header(document.location.name),
        .contentSecurityPolicy: "sandbox; default-src 'none'",
        .cacheControl: "private, no-cache",
      ])
  }
}

/// The header that makes a browser keep a file instead of showing it (RFC 6266).
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
