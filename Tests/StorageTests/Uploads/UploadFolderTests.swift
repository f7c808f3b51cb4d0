import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Storage

@Suite("Uploads on the way")
struct UploadFolderTests {
  let workspace: TemporaryWorkspace
  let root: SandboxRoot
  let contents: FileContentStore
  let uploads: UploadFolder

  init() throws {
    workspace = TemporaryWorkspace()
    root = try workspace.open()
    contents = FileContentStore(root: root)
    uploads = UploadFolder(root: root)
  }

  private func folder(_ upload: ResumableUpload) -> String { "Library/Uploads/\(upload.id)" }

  @Test("keep what the port promises, on the disk", arguments: UploadCheck.all)
  func disk(_ check: UploadCheck) async throws {
    try await check.run((uploads, contents))
  }

  @Test("keep what the port promises, in memory", arguments: UploadCheck.all)
  func memory(_ check: UploadCheck) async throws {
    let files = InMemoryContentStore()
    try await check.run((InMemoryUploadStore(beside: files), files))
  }

  @Test("a document made of an upload is the file that came, and not a copy")
  func notCopied() async throws {
    let upload = try ResumableUpload.sample()
    try await uploads.keep(upload)
    try await uploads.put("hello world", into: upload)
    let before = try root.directory.status("\(folder(upload))/data")
    let staged = try await uploads.stage(upload.id)
    _ = try await contents.place(staged, at: .at("a.txt"), replacing: nil)
    try await uploads.remove(upload.id)
    let after = try root.directory.status("Documents/a.txt")
    #expect(after.inode == before.inode && after.links == 1)
    #expect(workspace.names(in: "Library/Uploads").isEmpty && workspace.names(in: "tmp").isEmpty)
  }

  @Test("a fingerprint taken before the upload is removed is still of the document's content")
  func fingerprint() async throws {
    let upload = try ResumableUpload.sample()
    try await uploads.keep(upload)
    try await uploads.put("hello world", into: upload)
    let placed = try await contents.place(
      try await uploads.stage(upload.id), at: .at("a.txt"), replacing: nil)
    try await uploads.remove(upload.id)
    let found = try #require(try await contents.found().first)
    #expect(placed.fingerprint.hasContent(of: found.fingerprint))
  }

  @Test("bytes that none describes were not acknowledged, and go at the next start")
  func undescribed() async throws {
    let upload = try ResumableUpload.sample()
    try await uploads.keep(upload)
    try FileManager.default.removeItem(atPath: "\(workspace.path)/\(folder(upload))/upload.json")
    #expect(try await uploads.uploads().isEmpty)
    #expect(workspace.names(in: "Library/Uploads").isEmpty)
  }

  @Test("bytes of which a document was made go at the next start, where a crash left them")
  func finished() async throws {
    var upload = try ResumableUpload.sample()
    try await uploads.keep(upload)
    try await uploads.put("hello world", into: upload)
    upload.outcome = ResumableUpload.Outcome(document: upload.document, date: .at(2))
    try await uploads.keep(upload)
    #expect(try await uploads.uploads().map(\.offset) == [11])
    #expect(workspace.names(in: folder(upload)) == ["upload.json"])
  }

  @Test("bytes beyond the length go at the next start")
  func beyond() async throws {
    let upload = try ResumableUpload.sample(5)
    try await uploads.keep(upload)
    try await uploads.put("hello world", into: upload)
    #expect(try await uploads.uploads().map(\.offset) == [5])
    #expect(try await uploads.stage(upload.id).text() == "hello")
  }

  @Test("an upload that cannot be read keeps no other from being taken up", arguments: ["", "{}", "[1]"])
  func unreadable(text: String) async throws {
    let (upload, other) = (try ResumableUpload.sample(), try ResumableUpload.sample())
    for one in [upload, other] { try await uploads.keep(one) }
    try workspace.write(text, to: "\(folder(other))/upload.json")
    try workspace.write("stray", to: "Library/Uploads/stray")
    #expect(try await uploads.uploads().map(\.upload) == [upload])
    #expect(workspace.exists("\(folder(other))/upload.json") && workspace.exists("Library/Uploads/stray"))
  }

  @Test("many bytes come in pieces of any size")
  func many() async throws {
    let upload = try ResumableUpload.sample(3_000_000)
    try await uploads.keep(upload)
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let receiver = try await uploads.receive(upload.id, at: 0)
    var rest = bytes[...]
    for size in [1, 700_000, 600_000, 1_699_999] {
      try await receiver.write(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(try await receiver.settle() == 3_000_000)
    #expect(try await uploads.stage(upload.id).sha256 == .of(bytes))
    await expectRefusal(.storageFailed) { try await receiver.write([1]) }
  }
}
