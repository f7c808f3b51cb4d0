import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Files that are still being written")
struct WritingFilesTests {
  private let clock = TestClock()
  private let moments = Moments()

  private func reconciler(_ test: TestWorkspace) -> Reconciler {
    let moments = moments
    return Reconciler(test.workspace.tree, quiet: .seconds(2), log: test.log) { moments.now }
  }

  private func workspace() async throws -> TestWorkspace {
    let clock = clock
    return try await TestWorkspace(now: { clock.now })
  }

  /// Says that a file was written to so many seconds ago.
  private func stamp(_ file: String, _ age: Double, in test: TestWorkspace) throws {
    let time = Int64((clock.now.timeIntervalSince1970 - age) * 1_000_000_000)
    try Descriptor.open("\(test.path)/Documents/\(file)", flags: O_RDWR).setModified(time)
  }

  private func write(_ text: String, to file: String, _ age: Double, in test: TestWorkspace) throws {
    try test.write(text, to: "Documents/\(file)")
    try stamp(file, age, in: test)
  }

  @Test("a copy that takes long becomes one document, when it is done")
  func slowCopy() async throws {
    let test = try await workspace()
    let own = reconciler(test)
    for part in 1...4 {
      try write(String(repeating: "part ", count: part), to: "a.txt", 0.5, in: test)
      let report = try await own.pass()
      #expect(report.added == 0 && report.unfinished == 1)
    }
    try stamp("a.txt", 3, in: test)
    #expect(try await own.pass().added == 1)
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    #expect(document.version == 1)
  }

  @Test("an edit in place becomes one version")
  func edit() async throws {
    let test = try await workspace()
    let (document, own) = (try await test.add("one"), reconciler(test))
    try write("half", to: "a.txt", 1, in: test)
    #expect(try await own.pass().changed == 0)
    #expect(try await test.workspace.index.document(document.id)?.version == 1)
    try write("whole", to: "a.txt", 2.5, in: test)
    #expect(try await own.pass().changed == 1)
    #expect(try await test.workspace.document(document.id).version == 2)
  }

  @Test("a program that pauses with the file open is still writing; one that only has it open is not")
  func pause() async throws {
    let test = try await workspace()
    let own = reconciler(test)
    try write("half", to: "a.txt", 10, in: test)
    let writer = try Descriptor.open("\(test.path)/Documents/a.txt", flags: O_WRONLY)
    #expect(try await own.pass().unfinished == 1)
    try stamp("a.txt", 31, in: test)
    #expect(try await own.pass().added == 1)
    withExtendedLifetime(writer) {}
  }

  @Test("a file that is written to without an end is taken as it is in time")
  func log() async throws {
    let test = try await workspace()
    let own = reconciler(test)
    for minute in 0...10 {
      try write("line \(minute)", to: "log.txt", 0.1, in: test)
      let report = try await own.pass()
      #expect(report.added == (minute == 10 ? 1 : 0), "minute \(minute)")
      moments.advance(by: .seconds(60))
    }
  }

  @Test("a file that was renamed a moment after it was written is the document that it is")
  func renamed() async throws {
    let test = try await workspace()
    let own = reconciler(test)
    try write("one", to: "a.txt", 5, in: test)
    #expect(try await own.pass().added == 1)
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    try stamp("a.txt", 0.5, in: test)
    _ = try await Reconciler(test.workspace.tree, log: test.log).pass()
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    let report = try await own.pass()
    #expect(report.moved == 1 && report.gone == 0)
    #expect(try await test.workspace.document(document.id).location.name.description == "b.txt")
  }

  @Test(
    "files that programs leave beside their documents are not taken up",
    arguments: ["~$report.docx", "film.mp4.part", "x.tmp", "a.crdownload", "@eaDir/a.jpg", "text.txt~"])
  func leftovers(name: String) async throws {
    let test = try await workspace()
    let own = reconciler(test)
    try test.write("x", to: "Documents/\(name)")
    try stamp(name, 100, in: test)
    let report = try await own.pass()
    #expect(report.added == 0 && report.unlisted == 1)
  }

  /// Of this length files count as fresh however slow the machine is.
  private static let long = Duration.seconds(6000)

  @Test("a request for files that were renamed over one another gets no half-written content")
  func followed() async throws {
    let test = try await TestWorkspace(quiet: Self.long)
    let (first, second) = (try await test.add("one"), try await test.add("two", named: "b.txt"))
    try test.write("half", to: "Documents/new.txt")
    try test.rename("Documents/a.txt", to: "Documents/c.txt")
    try test.rename("Documents/b.txt", to: "Documents/a.txt")
    let (owner, _) = try await test.workspace.tree.current(first)
    #expect(owner.id == first.id && owner.location.name.description == "c.txt")
    #expect(try await test.workspace.document(second.id).location.name.description == "a.txt")
    #expect(try await test.names() == ["a.txt", "c.txt"])
    try test.write("whole", to: "Documents/new.txt")
    #expect(try await test.pass().added == 1)
  }

  @Test(
    "a file that was renamed over another is not waited for, unless a program has it open",
    arguments: [false, true])
  func renamedOver(isOpen: Bool) async throws {
    let test = try await TestWorkspace()
    let own = Reconciler(test.workspace.tree, quiet: Self.long, patience: .zero, log: test.log)
    for name in ["a.txt", "b.txt", "c.txt"] { _ = try await test.add(name, named: name) }
    try test.remove("Documents/a.txt")
    try test.rename("Documents/b.txt", to: "Documents/a.txt")
    let path = "\(test.path)/Documents/a.txt"
    let writer = isOpen ? try Descriptor.open(path, flags: O_WRONLY) : nil
    let report = try await own.pass()
    // The document whose file is missing now waits for a moment as well.
    #expect(report.changed == (isOpen ? 0 : 1) && report.unfinished == (isOpen ? 2 : 1))
    withExtendedLifetime(writer) {}
  }

  @Test("a document that is given such a name here stays one")
  func ownName() async throws {
    let test = try await workspace()
    let document = try await test.add("x", named: "notes.tmp")
    #expect(try await reconciler(test).pass().hasNews == false)
    try write("y", to: "notes.tmp", 100, in: test)
    #expect(try await reconciler(test).pass().changed == 1)
    #expect(try await test.workspace.document(document.id).version == 2)
  }
}
