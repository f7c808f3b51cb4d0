import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import Storage

@Suite("Accounts")
struct AccountStoreTests {
  let workspace: TemporaryWorkspace
  let accounts: SQLiteAccountStore

  init() throws {
    workspace = TemporaryWorkspace(inMemory: true)
    accounts = try SQLiteAccountStore(root: workspace.open())
  }

  private func credential(
    _ secret: String, _ kind: Credential.Kind = .token, created: Date = .at(0), expires: Date? = nil
  ) -> Credential {
    Credential(hash: .of(secret), kind: kind, name: "for \(secret)", created: created, expires: expires)
  }

  @Test("the first start has an owner made, later ones do not")
  func owner() async throws {
    #expect(try await accounts.establishOwner(at: .at(0)))
    #expect(try await !accounts.establishOwner(at: .at(1)))
    let again = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    #expect(try await !again.establishOwner(at: .at(2)))
  }

  @Test("of many simultaneous first starts one makes the owner")
  func owners() async throws {
    let (accounts, made) = (accounts, Counter())
    _ = await race(20) { _ in if try await accounts.establishOwner(at: .at(0)) { made.add() } }
    #expect(made.count == 1)
  }

  @Test(
    "a credential is found by its hash, with all that was kept of it", arguments: Credential.Kind.allCases)
  func finding(_ kind: Credential.Kind) async throws {
    let kept = credential("secret", kind, created: .at(0.5), expires: .at(100.25))
    try await accounts.add(kept)
    #expect(try await accounts.credential(.of("secret"), at: .at(1)) == kept)
    #expect(try await accounts.credential(.of("other"), at: .at(1)) == nil)
  }

  @Test("what a credential opens is kept, and when it was used last")
  func use() async throws {
    let reader = Credential(
      hash: .of("reader"), kind: .token, name: "wall", created: .at(0), expires: nil, access: .read)
    try await accounts.add(reader)
    #expect(try await accounts.credential(.of("reader"), at: .at(1)) == reader)
    try await accounts.noteUse(of: .of("reader"), at: .at(5))
    try await accounts.noteUse(of: .of("unknown"), at: .at(5))
    #expect(try await accounts.credentials(at: .at(6)).map(\.seen) == [.at(5)])
  }

  @Test("certain credentials are taken away, and every process learns of it")
  func taking() async throws {
    for name in ["one", "two", "three"] { try await accounts.add(credential(name)) }
    let other = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    let before = other.revocations
    #expect(try await accounts.revoke([.of("one"), .of("three"), .of("none")], at: .at(1)) == 2)
    #expect(try await other.credentials(at: .at(1)).map(\.hash) == [.of("two")])
    #expect(other.revocations != before)
  }

  @Test("a credential stops working at its end")
  func expiry() async throws {
    try await accounts.add(credential("short", expires: .at(10)))
    try await accounts.add(credential("endless"))
    #expect(try await accounts.credential(.of("short"), at: .at(9.999999)) != nil)
    #expect(try await accounts.credential(.of("short"), at: .at(10)) == nil)
    #expect(try await accounts.redeem(.of("short"), at: .at(10)) == nil)
    #expect(try await accounts.credentials(at: .at(10)).map(\.hash) == [.of("endless")])
    #expect(try await accounts.credential(.of("endless"), at: .distantFuture) != nil)
  }

  @Test(
    "a credential with a value that cannot be there is refused",
    arguments: [
      "name = NULL", "kind = NULL", "created = NULL", "created = 'x'", "expires = x'00'", "access = 'x'",
    ])
  func damaged(_ change: String) async throws {
    try await accounts.add(credential("secret"))
    accounts.close()
    try writeAgainstSchema("UPDATE credential SET \(change)", to: "\(workspace.path)/\(SandboxPath.accounts)")
    let damaged = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    await expectRefusal(.storageFailed) { _ = try await damaged.credential(.of("secret"), at: .at(1)) }
    await expectRefusal(.storageFailed) {
      _ = try await damaged.revoke(.token, named: nil, at: .at(1))
      _ = try await damaged.credentials(at: .at(1))
    }
  }

  @Test("credentials that had ended go when another is added")
  func purging() async throws {
    try await accounts.add(credential("old", expires: .at(10)))
    try await accounts.add(credential("new", created: .at(20)))
    #expect(try await accounts.credentials(at: .at(0)).map(\.hash) == [.of("new")])
  }

  @Test("a code can be had once")
  func redeeming() async throws {
    try await accounts.add(credential("code", .code))
    #expect(try await accounts.redeem(.of("code"), at: .at(1))?.kind == .code)
    #expect(try await accounts.redeem(.of("code"), at: .at(1)) == nil)
    #expect(try await accounts.credential(.of("code"), at: .at(1)) == nil)
  }

  @Test("when the owner was made is known from then on, and never changes")
  func established() async throws {
    #expect(try await accounts.ownerEstablished() == nil)
    _ = try await accounts.establishOwner(at: .at(5))
    _ = try await accounts.establishOwner(at: .at(6))
    #expect(try await accounts.ownerEstablished() == .at(5))
  }

  @Test("a revoked credential is gone, by kind and name, and every process sees the count grow")
  func revoking() async throws {
    let other = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    for (secret, kind) in [("a", Credential.Kind.token), ("b", .token), ("c", .session), ("d", .code)] {
      try await accounts.add(
        Credential(
          hash: .of(secret), kind: kind, name: secret == "b" ? "other" : "same", created: .at(0),
          expires: nil))
    }
    let before = try #require(accounts.revocations)
    #expect(try await other.revoke(.token, named: "same", at: .at(1)) == 1)
    let after = try #require(accounts.revocations)
    #expect(after > before && other.revocations == after)
    #expect(try await accounts.credential(.of("a"), at: .at(1)) == nil)
    #expect(
      Set(try await accounts.credentials(at: .at(1)).map(\.hash)) == [.of("b"), .of("c"), .of("d")])
    #expect(try await accounts.revoke(.session, named: nil, at: .at(1)) == 1)
    #expect(try await accounts.credentials(at: .at(1)).count == 2)
    #expect(try #require(other.revocations) > after)
  }

  @Test("a revocation that finds nothing counts: the call before it may have taken all and failed to count")
  func revokingAgain() async throws {
    try await accounts.add(credential("a"))
    let other = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    #expect(try await other.revoke(.token, named: nil, at: .at(1)) == 1)
    let before = try #require(accounts.revocations)
    #expect(try await other.revoke(.token, named: nil, at: .at(1)) == 0)
    #expect(try #require(accounts.revocations) > before)
  }

  @Test("an expired credential is not counted among the revoked")
  func revokingEnded() async throws {
    try await accounts.add(credential("old", expires: .at(10)))
    #expect(try await accounts.revoke(.token, named: "for old", at: .at(20)) == 0)
  }

  @Test("a count whose file was removed is not known any more, so that it is not trusted")
  func uncounted() async throws {
    try #require(unlink("\(workspace.path)/Library/revocations") == 0)
    #expect(accounts.revocations == nil)
  }

  @Test("of many who redeem a code at once one gets it")
  func racing() async throws {
    try await accounts.add(credential("code", .code))
    let (accounts, given) = (accounts, Counter())
    _ = await race(20) { _ in if try await accounts.redeem(.of("code"), at: .at(1)) != nil { given.add() } }
    #expect(given.count == 1)
  }

  @Test("a credential that another process adds is seen at the next look")
  func otherProcess() async throws {
    let other = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    try await other.add(credential("late"))
    #expect(try await accounts.credential(.of("late"), at: .at(1)) != nil)
  }

  @Test("credentials are listed oldest first")
  func listing() async throws {
    for second in [3, 1, 2] { try await accounts.add(credential("\(second)", created: .at(Double(second)))) }
    #expect(try await accounts.credentials(at: .at(9)).map(\.name) == ["for 1", "for 2", "for 3"])
  }

  @Test("losing the index loses no credential, and only the owner can read the file")
  func separate() async throws {
    try await accounts.add(credential("kept"))
    #expect(workspace.exists("Library/accounts.sqlite"))
    #expect(!workspace.exists("Library/index.sqlite"))
  }

  @Test("a damaged file is refused and kept, for a new one would make a stranger owner")
  func damaged() async throws {
    accounts.close()
    try Damage.noDatabase.inflict(on: "\(workspace.path)/Library/accounts.sqlite")
    await expectRefusal(.storageFailed) {
      _ = try SQLiteAccountStore(root: workspace.open(for: .sharing))
    }
    #expect(workspace.text(of: "Library/accounts.sqlite") == "this is no database, it is a text")
  }
}
