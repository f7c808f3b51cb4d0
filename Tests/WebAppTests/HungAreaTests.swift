import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Storage
import Synchronization
import Testing
import Workspace

@testable import LinuxSystem
@testable import WebApp

@Suite("A read-only area whose directory does not answer", .timeLimit(.minutes(2)))
struct HungAreaTests {
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private let answer = Semaphore()
  private let asked = Pauses()

  private final class Pauses: Sendable {
    let all = Mutex<[Duration]>([])
  }

  /// An area with the directory `path`, which does not answer before ``answer`` is posted.
  private func hung(_ test: TestSite, at path: String) async throws -> ServedArea {
    let (answer, asked) = (answer, asked)
    let areas = ReadOnlyAreas(
      besides: test.root, log: log, bearing: { pause in asked.all.withLock { $0.append(pause) } }
    ) { setting, pool throws(DocumentError) in
      answer.wait()
      return try ReadOnlyArea(setting.name, opening: setting.path, pool: pool)
    }
    let setting = try ReadOnlyAreaSetting(parsing: "Slow=\(path)")
    let opened = try await areas.open([setting], files: test.assembly.files)
    #expect(opened.map(\.name.description) == ["Samples", "Slow"])
    #expect(try opened.first?.opened().name.description == "Samples")
    return try #require(opened.last)
  }

  private func refusal(of area: ServedArea) -> DocumentError? {
    do throws(DocumentError) {
      _ = try area.opened()
      return nil
    } catch {
      return error
    }
  }

  @Test("keeps the start waiting for a moment alone, is 503 until it answers, and is there then")
  func late() async throws {
    let test = try await TestSite()
    await test.assembly.pool.stop()
    let area = try await hung(test, at: test.assembly.files.pages)
    #expect(asked.all.withLock { $0 } == [.seconds(5)])
    let refused = refusal(of: area)
    #expect(refused?.code == .areaAway && refused?.detail.contains("does not answer") == true)
    #expect(refused?.problem.status == .serviceUnavailable)
    answer.post()
    while area.isOpening { await Task.yield() }
    #expect(refusal(of: area) == nil)
  }

  @Test("and turns out to overlap the workspace shows nothing of it")
  func overlapping() async throws {
    let test = try await TestSite()
    await test.assembly.pool.stop()
    let area = try await hung(test, at: "\(test.root)/Library")
    answer.post()
    while area.isOpening { await Task.yield() }
    #expect(refusal(of: area)?.code == .areaAway)
    #expect(refusal(of: area)?.detail.contains("overlaps the workspace") == true)
  }
}
