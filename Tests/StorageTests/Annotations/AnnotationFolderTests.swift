import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Storage

@Suite("Annotations on the disk")
struct AnnotationFolderTests {
  private let workspace = TemporaryWorkspace()
  private let content = ContentHash(String(repeating: "c4", count: 32))

  private func change(_ text: String, _ id: AnnotationID = AnnotationID()) -> AnnotationChange {
    AnnotationChange(put: [AnnotationSet.Entry(id: id, page: 3, json: Array(text.utf8))])
  }

  private func file(_ content: ContentHash) -> URL {
    URL(filePath: "\(workspace.path)/\(SandboxPath.annotations(of: content))")
  }

  @Test("changes are there again when it is opened anew, with their revisions")
  func kept() async throws {
    let content = try #require(content)
    let id = AnnotationID()
    let root = try workspace.open()
    do {
      let folder = AnnotationFolder(root: root)
      var set = try await folder.annotations(of: content)
      for text in [#"{"a":"\n]}"}"#, "{}"] {
        let change = change(text, id)
        try await folder.keep(change, of: content, over: set)
        set.apply(change)
      }
      var change = AnnotationChange(removed: [AnnotationID()])
      change.carried = [content: AnnotationCursor(epoch: "e", revision: 4)]
      try await folder.keep(change, of: content, over: set)
    }
    let set = try await AnnotationFolder(root: root).annotations(of: content)
    #expect(
      set.revision == 3 && set.all.map(\.json) == [Array("{}".utf8)] && set.carried[content]?.revision == 4
        && set.all.first?.page == 3)
    #expect(set.changes(after: 1)?.put.map(\.id) == [id])
  }

  @Test("a line that a crash cut short at any byte is no change, and the next one follows it")
  func torn() async throws {
    let content = try #require(content)
    let folder = AnnotationFolder(root: try workspace.open())
    let first = change(#"{"n":1}"#)
    try await folder.keep(first, of: content, over: folder.annotations(of: content))
    let whole = try Data(contentsOf: file(content))
    let known = try await folder.annotations(of: content)
    try await folder.keep(change(#"{"n":2}"#), of: content, over: known)
    let longer = try Data(contentsOf: file(content))
    for length in stride(from: whole.count + 1, to: longer.count, by: 7) {
      try longer.prefix(length).write(to: file(content))
      let set = try await folder.annotations(of: content)
      #expect(set.all.map(\.id) == first.put.map(\.id), "\(length)")
      try await folder.keep(change(#"{"n":3}"#), of: content, over: set)
      let after = try await folder.annotations(of: content)
      #expect(after.count == 2 && after.revision == 2, "\(length)")
      #expect(
        try AnnotationFolder.damages(in: Directory(opening: workspace.path)).count {
          $0.damage.contains("line")
        } == 0)
    }
  }

  @Test("a file that is mostly past is written anew, and keeps its history's name")
  func compacted() async throws {
    let content = try #require(content)
    let folder = AnnotationFolder(root: try workspace.open())
    var set = try await folder.annotations(of: content)
    let id = AnnotationID()
    let long = "{\"n\":\"" + String(repeating: "x", count: 40_000) + "\"}"
    for _ in 0..<20 {
      let change = change(long, id)
      try await folder.keep(change, of: content, over: set)
      set.apply(change)
    }
    let size = try FileManager.default.attributesOfItem(atPath: file(content).path)[.size] as? Int ?? 0
    #expect(size < 500_000)
    let read = try await folder.annotations(of: content)
    #expect(read.revision == 20 && read.epoch == set.epoch && read.count == 1)
  }

  @Test(
    "numbers that no server wrote are damage, and end nothing",
    arguments: ["9223372036854775807", "-1", "1.5"])
  func numbers(number: String) async throws {
    let content = try #require(content)
    let folder = AnnotationFolder(root: try workspace.open())
    try await folder.keep(change("{}"), of: content, over: folder.annotations(of: content))
    let text = try String(contentsOf: file(content), encoding: .utf8)
    try Data(text.replacing("\"revision\":1", with: "\"revision\":\(number)").utf8).write(to: file(content))
    let set = try await folder.annotations(of: content)
    #expect(set.count == 0)
    try await folder.keep(change("{}"), of: content, over: set)
    #expect(try await folder.annotations(of: content).count == 1)
  }

  @Test("a file that is none is set aside, and the content has no annotations then")
  func damaged() async throws {
    let content = try #require(content)
    let folder = AnnotationFolder(root: try workspace.open())
    try await folder.keep(change("{}"), of: content, over: folder.annotations(of: content))
    try Data("nonsense".utf8).write(to: file(content))
    #expect(try AnnotationFolder.damages(in: Directory(opening: workspace.path)).count == 1)
    #expect(try await folder.annotations(of: content).count == 0)
    #expect(try AnnotationFolder.damages(in: Directory(opening: workspace.path)).isEmpty)
  }
}
