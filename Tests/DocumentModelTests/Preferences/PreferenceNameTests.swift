import DocumentModel
import Testing

@Suite("Names of preferences and clients")
struct PreferenceNameTests {
  @Test("a preference has a plain name", arguments: ["a", "library.order", "Reader_zoom-2"])
  func keys(text: String) { #expect(PreferenceKey(text)?.description == text) }

  @Test(
    "and no other",
    arguments: ["", ".a", "1a", "a b", "a/b", "ä", "../x", "a\0", String(repeating: "a", count: 65)])
  func noKeys(text: String) { #expect(PreferenceKey(text) == nil) }

  @Test("a client's name can be a file's", arguments: ["c1", "0b9e-4_x"])
  func clients(text: String) { #expect(ClientName(text)?.description == text) }

  @Test(
    "and leads nowhere", arguments: ["", ".", "..", "a.b", "a/b", "ä", String(repeating: "a", count: 65)])
  func noClients(text: String) { #expect(ClientName(text) == nil) }
}
