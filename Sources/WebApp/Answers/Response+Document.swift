import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Response {
  /// A document, with its address when it is new.
  static func document(_ document: Document, status: HTTPResponse.Status = .ok) throws -> Response {
    var headers: HTTPFields = [.eTag: document.entityTag]
    if status == .created { headers[.location] = "/api/v1/documents/\(document.id)" }
    return .json(try JSONAnswer.encode(DocumentAnswer(document)), status: status, headers: headers)
  }
}

/// How answers become JSON.
enum JSONAnswer {
  static func encode(_ answer: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return [UInt8](try encoder.encode(answer))
  }
}
