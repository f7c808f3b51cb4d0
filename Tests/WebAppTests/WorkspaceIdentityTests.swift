import DocumentModel
import FoundationEssentials
import Glibc
import Logging
import Previews
import Testing

@testable import Storage
@testable import WebApp

@Suite("Identity of workspaces")
final class WorkspaceIdentityTests {
  private let folder = "/tmp/sheaf-identity-\(DocumentID())"

  init() { mkdir(folder, 0o700) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func cookieName(_ path: String) async throws -> String {
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let root = try SandboxRoot(opening: path)
    let assembly = try await Assembly(Configuration(root: path, workers: 1), root: root, log: log)
    await assembly.pool.stop()
    // Released so that the next server can open it.
    root.release()
    return AccessControl(assembly.accounts, workspace: assembly.identity).cookieName
  }

  @Test("a workspace has one cookie whatever path leads to it, and after it was renamed")
  func oneName() async throws {
    let name = try await cookieName("\(folder)/a")
    #expect(try await cookieName("\(folder)/a/") == name)
    #expect(try await cookieName("\(folder)/../\(folder.split(separator: "/").last ?? "")/a") == name)
    try #require(symlink("\(folder)/a", "\(folder)/link") == 0)
    #expect(try await cookieName("\(folder)/link") == name)
    try #require(rename("\(folder)/a", "\(folder)/b") == 0)
    #expect(try await cookieName("\(folder)/b") == name)
  }

  @Test("another workspace at the same path, and a copy, have cookies of their own")
  func otherNames() async throws {
    let name = try await cookieName("\(folder)/a")
    try FileManager.default.copyItem(atPath: "\(folder)/a", toPath: "\(folder)/copy")
    #expect(try await cookieName("\(folder)/copy") != name)
    try #require(rename("\(folder)/a", "\(folder)/b") == 0)
    #expect(try await cookieName("\(folder)/a") != name)
  }
}
