import DocumentModel
import Storage
import Synchronization
import Testing

@testable import Workspace

@Suite("The words of scans are read")
struct ScanReadingTests {
  private func with(
    _ recognizer: Recognizer, pageCount: Int = 1,
    settings: @escaping @Sendable () -> ScanSettings = { ScanSettings() }, minute: Int = 0,
    _ body: (TestWorkspace, SQLiteTextIndex, ScanReading) async throws -> Void
  ) async throws {
    let workspace = try await TestWorkspace(renderer: Scans(pageCount: pageCount))
    let index = try SQLiteTextIndex(root: workspace.root)
    let filling = TextFilling(workspace.workspace, into: index, pause: { _ in })
    _ = try await workspace.add("scan", named: "scan.pdf")
    try await filling.catchUp()
    while await filling.fillSome() {}
    try await body(
      workspace, index,
      ScanReading(
        workspace.workspace, into: index, by: recognizer, settings: settings, minuteOfDay: { minute },
        pause: { _ in }))
  }

  @Test("page by page, and found with their boxes in page units")
  func read() async throws {
    let recognizer = Recognizer()
    try await with(recognizer, pageCount: 3) { workspace, index, reading in
      #expect(try await index.progress().scans == 3)
      while await reading.readSome() {}
      #expect(recognizer.readings == 3)
      // The later pages of a document are likely in the language of its first.
      #expect(recognizer.likely.map { $0?.description } == [nil, "eng", "eng"])
      let progress = try await index.progress()
      #expect(progress.scans == 0 && progress.scansRead == 3 && progress.scansRefused == 0)
      let found = try await DocumentSearch(in: workspace.workspace, by: index).find(.init("rechnung"))
      let page = try #require(found.documents.first?.pages.first)
      #expect(found.documents.first?.pageCount == 3 && page.isRecognized)
      let box = try #require(page.hits.first?.first)
      #expect(abs(box.x - 5) < 0.01 && abs(box.y - 10) < 0.01 && abs(box.width - 20) < 0.01)
    }
  }

  @Test("not while the program is missing, and a page that cannot be read is left")
  func failures() async throws {
    try await with(Recognizer(version: nil)) { _, index, reading in
      #expect(await !reading.readSome())
      let scans = try await index.progress().scans
      #expect(scans == 1)
    }
    let busy = Recognizer(failing: .busy)
    try await with(busy) { _, index, reading in
      #expect(await !reading.readSome())
      busy.recover()
      #expect(await reading.readSome())
      let scans = try await index.progress().scans
      #expect(scans == 0)
    }
    try await with(Recognizer(failing: .renderTimeout)) { _, index, reading in
      #expect(await reading.readSome())
      let progress = try await index.progress()
      #expect(progress.scans == 0 && progress.scansRead == 0 && progress.scansRefused == 1)
    }
  }

  @Test("not while they are paused or switched off, nor outside of their hours")
  func notAllowed() async throws {
    var night = ScanSettings()
    night.hours = HoursOfDay("22:00-06:00")
    var (paused, off) = (ScanSettings(), ScanSettings())
    (paused.mode, off.mode) = (.paused, .off)
    for (settings, minute, state) in [
      (night, 12 * 60, ScanSettings.State.outsideHours), (paused, 0, .paused), (off, 0, .off),
    ] {
      let recognizer = Recognizer()
      try await with(recognizer, settings: { settings }, minute: minute) { _, index, reading in
        #expect(reading.state == state)
        #expect(await !reading.readSome())
        #expect(recognizer.readings == 0)
        let progress = try await index.progress()
        #expect(progress.scans == 1)
      }
    }
    try await with(Recognizer(), settings: { [night] in night }, minute: 23 * 60) { _, _, reading in
      #expect(await reading.readSome())
    }
  }

  @Test("a page that is being read when they are paused is given up, and waits")
  func pausedMeanwhile() async throws {
    let settings = Mutex(ScanSettings())
    let recognizer = Recognizer(waits: true)
    try await with(recognizer, settings: { settings.withLock(\.self) }) { workspace, index, reading in
      async let hasRead = reading.readSome()
      while recognizer.readings == 0 { await Task.yield() }
      settings.withLock { $0.mode = .paused }
      let key = try #require(PreferenceKey("scans.reading"))
      // The reading may begin to listen a moment later.
      let telling = Task {
        while !Task.isCancelled {
          workspace.workspace.notices.post(.preference(key, .string("paused"), client: nil))
          await Task.yield()
        }
      }
      let isRead = await hasRead
      #expect(!isRead)
      telling.cancel()
      let progress = try await index.progress()
      #expect(progress.scans == 1 && progress.scansRefused == 0)
    }
  }
}
