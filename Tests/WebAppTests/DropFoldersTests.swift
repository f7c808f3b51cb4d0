import FoundationEssentials
import Synchronization
import Testing

@testable import LinuxSystem
@testable import WebApp

@Suite("Drop folders at the start", .timeLimit(.minutes(1)))
struct DropFoldersTests {
  private final class Pauses: Sendable {
    let all = Mutex<[Duration]>([])
  }

  private func refusal(of folders: DropFolders) async -> StartError? {
    do throws(StartError) {
      try await folders.check(root: "/srv/papers")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "are refused where what is imported would be imported again",
    arguments: [
      ["/srv/papers"], ["/srv/papers/Documents"], ["/srv"], ["/"], ["/srv/scans", "/srv/scans/office"],
      ["/srv/scans", "/srv/scans"],
    ])
  func overlapping(folders: [String]) async throws {
    let (refused, last) = (await refusal(of: DropFolders(folders)), try #require(folders.last))
    #expect(refused?.description.contains("the drop folder \(last) overlaps") == true)
  }

  @Test("may lie beside the workspace and each other")
  func beside() async {
    #expect(await refusal(of: DropFolders(["/srv/papers-in", "/srv/scans"])) == nil)
    #expect(await refusal(of: DropFolders([])) == nil)
  }

  @Test("are found through links")
  func linked() async throws {
    let folders = DropFolders(["/mnt/scans"]) { _ in
      while !Task.isCancelled { await Task.yield() }
    } resolve: {
      $0 == "/mnt/scans" ? "/srv/papers/Documents" : $0
    }
    #expect(await refusal(of: folders) != nil)
  }

  @Test(
    "that do not answer keep the start waiting for a moment alone, and are judged by where they were named")
  func hung() async throws {
    let (answer, asked) = (Semaphore(), Pauses())
    defer { for _ in 1...3 { answer.post() } }
    func hanging(_ folders: [String]) -> DropFolders {
      DropFolders(folders) { pause in
        asked.all.withLock { $0.append(pause) }
      } resolve: { path in
        guard path.hasPrefix("/mnt") else { return path }
        answer.wait()
        return path
      }
    }
    #expect(await refusal(of: hanging(["/mnt/share"])) == nil)
    #expect(asked.all.withLock { $0 } == [.seconds(5)])
    #expect(await refusal(of: hanging(["/mnt/share", "/mnt/share/deeper"])) != nil)
  }
}
