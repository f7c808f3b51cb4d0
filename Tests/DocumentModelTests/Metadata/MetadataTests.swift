import DocumentModel
import Foundation
import Testing

@Suite("Metadata of documents")
struct MetadataTests {
  @Test("a tag is kept as it was written, in one Unicode form, and compared without case")
  func comparison() throws {
    let tag = try Tag("Caf\u{65}\u{301} 2026")
    #expect(tag.description == "Caf\u{e9} 2026")
    #expect(Array(tag.description.unicodeScalars).count == 9)
    for (one, other) in [("Work", "WORK"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("É", "e\u{301}")] {
      #expect(try Tag(one).folded == Tag(other).folded)
      #expect(try Tag(one) != Tag(other))
    }
    #expect(try Tag("e").folded != Tag("é").folded)
    #expect(try Tag("a/b\\c, d").description == "a/b\\c, d")
  }

  @Test(
    "text that can be no tag is refused",
    arguments: [
      "", " a", "a ", "\u{a0}a", "a\nb", "a\u{0}", "a\u{202e}b", "\u{200b}",
      String(repeating: "a", count: 101),
      String(repeating: "é", count: 51),
    ])
  func illegal(_ text: String) {
    #expect(throws: DocumentError.self) { _ = try Tag(text) }
  }

  @Test("tags of a document are each there once, in order, whatever their case")
  func distinct() throws {
    let tags = try ["b", "A", "a", "B", "c"].map { try Tag($0) }
    let metadata = try DocumentMetadata(tags: tags, favourite: false, note: "", handler: nil)
    #expect(metadata.tags.map(\.description) == ["A", "b", "c"])
  }

  @Test("tags and notes are bounded")
  func bounds() throws {
    let tags = try (0..<DocumentMetadata.maximumTags).map { try Tag("t\($0)") }
    let note = String(repeating: "n", count: DocumentMetadata.maximumNoteBytes)
    _ = try DocumentMetadata(tags: tags, favourite: true, note: note, handler: nil)
    let more = tags + [try Tag("one more")]
    #expect(throws: DocumentError.self) {
      try DocumentMetadata(tags: more, favourite: true, note: "", handler: nil)
    }
    #expect(throws: DocumentError.self) {
      try DocumentMetadata(tags: [], favourite: true, note: note + "n", handler: nil)
    }
    #expect(throws: DocumentError.self) {
      try DocumentMetadata(tags: [], favourite: true, note: "a\u{7}", handler: nil)
    }
    #expect(
      try DocumentMetadata(tags: [], favourite: false, note: "e\u{301}\t\r\n", handler: nil).note
        == "\u{e9}\t\r\n")
  }

  @Test("changes leave what they do not name, and empty ones clear")
  func changes() throws {
    let metadata = try DocumentMetadata(tags: [Tag("a")], favourite: true, note: "n", handler: "text")
    #expect(MetadataChanges().isEmpty)
    #expect(try MetadataChanges().applied(to: metadata) == metadata)
    let noted = try MetadataChanges(note: "").applied(to: metadata)
    #expect(noted.note.isEmpty && noted.tags == metadata.tags && noted.handler == "text" && noted.favourite)
    #expect(
      try MetadataChanges(tags: [], favourite: false, note: "", handler: "").applied(to: metadata) == .none)
    #expect(try MetadataChanges(to: metadata).applied(to: .none) == metadata)
    #expect(try MetadataChanges(to: .none).applied(to: metadata) == .none)
    #expect(
      metadata.copied.tags == metadata.tags && !metadata.copied.favourite && metadata.copied.note == "n")
  }

  @Test("SB-9 being left out of backups is metadata like tags, which a copy keeps")
  func excluded() throws {
    let metadata = try DocumentMetadata(
      tags: [], favourite: true, note: "", handler: nil, excludedFromBackup: true)
    #expect(metadata != .none && metadata.copied.excludedFromBackup && !metadata.copied.favourite)
    #expect(try JSONDecoder().decode(DocumentMetadata.self, from: JSONEncoder().encode(metadata)) == metadata)
    #expect(try MetadataChanges(note: "n").applied(to: metadata).excludedFromBackup)
    #expect(try !MetadataChanges(excludedFromBackup: false).applied(to: metadata).excludedFromBackup)
    #expect(try MetadataChanges(to: metadata).applied(to: .none) == metadata)
    #expect(try MetadataChanges(to: .none).applied(to: metadata) == .none)
    #expect(!MetadataChanges(excludedFromBackup: false).isEmpty)
  }

  @Test("metadata survive JSON, and a document from before there were any has none")
  func coding() throws {
    let metadata = try DocumentMetadata(tags: [Tag("ü")], favourite: true, note: "n", handler: "text")
    for value in [metadata, .none] {
      #expect(try JSONDecoder().decode(DocumentMetadata.self, from: JSONEncoder().encode(value)) == value)
    }
    #expect(String(decoding: try JSONEncoder().encode(DocumentMetadata.none), as: UTF8.self) == "{}")
    var document = Document(
      id: DocumentID(), location: Location(name: try FileName("a")), type: .plainText, size: 1,
      sha256: try #require(ContentHash(String(repeating: "0", count: 64))), version: 1, created: Date(),
      modified: Date(), metadata: metadata)
    #expect(try JSONDecoder().decode(Document.self, from: JSONEncoder().encode(document)) == document)
    document.metadata = .none
    var members = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? [String: Any])
    members["marks"] = nil
    let earlier = try JSONSerialization.data(withJSONObject: members)
    #expect(try JSONDecoder().decode(Document.self, from: earlier).metadata == .none)
  }
}
