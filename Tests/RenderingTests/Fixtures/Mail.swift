import DocumentModel

@testable import Rendering

/// Messages as bytes.
enum Mail {
  static let isStarted: Bool = {
    MailLibrary.start()
    return true
  }()

  static func pages(_ text: String) throws -> MailPages { try pages(Array(text.utf8)) }

  static func pages(_ bytes: [UInt8]) throws -> MailPages {
    _ = isStarted
    return try MailPages(Contents.descriptor(bytes))
  }

  static func html(_ html: String) -> String {
    "Subject: S\nContent-Type: text/html; charset=utf-8\n\n\(html)"
  }

  /// Parts with their heads and contents, in one multipart.
  static func parts(_ parts: String..., kind: String = "mixed", boundary: String = "b") -> String {
    "Content-Type: multipart/\(kind); boundary=\(boundary)\n\n"
      + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
  }
}

extension MailPages {
  func words(_ page: Int = 1) -> [String] { self.page(page).words().map(\.text) }

  var allWords: [String] { (1...pageCount).flatMap { words($0) } }
}
