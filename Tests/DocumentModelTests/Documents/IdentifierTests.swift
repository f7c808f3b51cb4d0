import DocumentModel
import Foundation
import Testing

@Suite struct `A document id` {
  @Test func `has sixteen letters of its alphabet and no underscore`() {
    for _ in 0..<100 {
      let text = DocumentID().description
      #expect(text.count == 16)
      #expect(text.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
    }
  }

  @Test func `is another each time, and the same from the same generator`() {
    #expect(Set((0..<1000).map { _ in DocumentID() }).count == 1000)
    var one = SeededGenerator(state: 1)
    var two = SeededGenerator(state: 1)
    #expect(DocumentID(using: &one) == DocumentID(using: &two))
  }

  @Test func `can be read back`() throws {
    let id = DocumentID()
    #expect(DocumentID(id.description) == id)
    #expect(try JSONDecoder().decode(DocumentID.self, from: JSONEncoder().encode(id)) == id)
  }

  @Test(arguments: [
    "", "0123456789abcde", "0123456789abcdefg", "0123456789abcdeF", "0123456789abcde_", "0123456789abcdei",
    "0123456789abcd/e", "ü123456789abcde",
  ])
  func `is refused when it can be none`(text: String) {
    #expect(DocumentID(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DocumentID.self, from: JSONEncoder().encode(text))
    }
  }
}

@Suite struct `A content hash` {
  private let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test func `is read in either case and written in lower case`() {
    #expect(ContentHash(digits.uppercased())?.description == digits)
    #expect(ContentHash(digits) == ContentHash(digits.uppercased()))
  }

  @Test func `comes from 32 bytes`() {
    #expect(ContentHash(bytes: (0..<32).map { UInt8($0) })?.description.hasPrefix("000102030405") == true)
    #expect(
      ContentHash(bytes: [UInt8](repeating: 255, count: 32))?.description == String(repeating: "f", count: 64)
    )
    #expect(ContentHash(bytes: [UInt8](repeating: 0, count: 31)) == nil)
    #expect(ContentHash(bytes: [UInt8](repeating: 0, count: 33)) == nil)
  }

  @Test func `is refused when it can be none`() {
    #expect(ContentHash("") == nil)
    #expect(ContentHash(String(digits.dropLast())) == nil)
    #expect(ContentHash(digits + "0") == nil)
    #expect(ContentHash(digits.dropLast() + "g") == nil)
    #expect(ContentHash(digits.dropLast(3) + "\u{212A}") == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ContentHash.self, from: Data(#""0""#.utf8))
    }
  }

  @Test func `can be written and read`() throws {
    let hash = try #require(ContentHash(digits))
    #expect(try JSONDecoder().decode(ContentHash.self, from: JSONEncoder().encode(hash)) == hash)
  }
}

@Suite struct `A type identifier` {
  @Test func `is compared without regard to case`() {
    #expect(TypeIdentifier("Com.Adobe.PDF") == .pdf)
  }

  @Test(arguments: ["", "a b", "a/b", "ü", "a\n", String(repeating: "a", count: 256)])
  func `is refused when it can be none`(text: String) {
    #expect(TypeIdentifier(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TypeIdentifier.self, from: JSONEncoder().encode(text))
    }
  }

  @Test func `that code names is declared`() throws {
    let registry = try BuiltInRegistry.registry
    for type in [TypeIdentifier.data, .text, .plainText, .image, .audiovisual, .archive, .pdf, .svg, .board] {
      #expect(registry.isBuiltIn(type), "\(type)")
    }
  }
}

@Suite struct `A refusal` {
  @Test func `is described by code and sentence, never by its cause`() {
    struct Secret: Error {}
    let error = DocumentError(.notFound, "there is no page 9", cause: Secret())
    #expect(error.description == "not-found: there is no page 9")
    #expect("\(error)" == error.description)
  }

  @Test func `has codes of lower-case letters and hyphens`() {
    for code in DocumentError.Code.allCases {
      #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
    }
  }
}
