import DocumentModel
import Testing

@Suite struct `An explanation` {
  private func explain(
    _ name: String, _ head: String, _ mediaType: String?, _ encoding: String = "us-ascii", size: Int64 = 100
  ) throws -> [String] {
    let found = try BuiltInRegistry.registry.identify(
      name: FileName(name), head: Array(head.utf8), size: size,
      sniffed: mediaType.map { SniffedContent(mediaType: $0, encoding: encoding, description: "") })
    return found.steps.map { step in
      let reason = step.reason.isEmpty ? "" : ": \(step.reason)"
      return "\(step.source.rawValue) \(step.verdict.rawValue), \(step.said)\(reason)"
    }
  }

  @Test func `of a PDF says that all agree`() throws {
    #expect(
      try explain("a.pdf", "%PDF-1.4\n", "application/pdf") == [
        "size silent, nothing", "magic decided, com.adobe.pdf at byte 0: content and name agree",
        "libmagic agreed, application/pdf (us-ascii)", "text refined, text", "name agreed, com.adobe.pdf",
      ])
  }

  @Test func `of text that is named PDF says who was overruled`() throws {
    #expect(
      try explain("a.pdf", "only text\n", "text/plain") == [
        "size silent, nothing", "magic silent, nothing",
        "libmagic decided, text/plain (us-ascii): text of no known kind", "text refined, text",
        "name overruled, com.adobe.pdf",
      ])
  }

  @Test func `of a Word document says that the name refined the container`() throws {
    #expect(
      try explain("a.docx", "PK", "application/zip", "binary") == [
        "size silent, nothing", "magic silent, nothing", "libmagic refined, application/zip (binary)",
        "text refined, text",
        "name decided, org.openxmlformats.wordprocessingml.document: the name says more of public.zip-archive",
      ])
  }

  @Test func `of nothing says so`() throws {
    #expect(
      try explain("a.pdf", "", "inode/x-empty", "binary", size: 0) == [
        "size decided, empty: an empty file can be nothing else", "magic silent, nothing",
        "libmagic silent, inode/x-empty (binary)", "text silent, nothing", "name overruled, com.adobe.pdf",
      ])
  }

  @Test func `of an unknown file says that no type has the extension`() throws {
    #expect(
      try explain("a.xyz", "\u{1}", nil) == [
        "size silent, nothing", "magic silent, nothing", "libmagic silent, nothing", "text refined, not text",
        "name decided, an unknown extension: nobody declares this extension",
      ])
  }

  @Test func `of a text about PDF says that libmagic was not believed`() throws {
    #expect(
      try explain("a.md", "It begins with %PDF-1.4 as we know.", "application/pdf") == [
        "size silent, nothing", "magic silent, nothing", "libmagic overruled, application/pdf (us-ascii)",
        "text refined, text", "name decided, net.daringfireball.markdown: the content is text",
      ])
  }

  @Test func `names each source once and exactly one that decided`() throws {
    for name in ["a.pdf", "a.txt", "a.xyz", "a"] {
      for head in ["%PDF-1.4\n", "words", "\u{1}"] {
        let steps = try BuiltInRegistry.registry.identify(
          name: FileName(name), head: Array(head.utf8), size: 9, sniffed: nil
        ).steps
        #expect(steps.map(\.source) == DocumentModel.Identification.Step.Source.allCases)
        #expect(steps.filter { $0.verdict == .decided }.count == 1)
      }
    }
  }
}
