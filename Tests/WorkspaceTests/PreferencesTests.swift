import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Choices of people")
struct PreferencesTests {
  final class Store: PreferenceStore {
    let kept = Mutex<[PreferenceKey: JSONValue]>([:])
    let isFull = Mutex(false)

    func preferences() async throws(DocumentError) -> [PreferenceKey: JSONValue] { kept.withLock { $0 } }
    func save(_ preferences: [PreferenceKey: JSONValue]) async throws(DocumentError) {
      if isFull.withLock({ $0 }) { throw DocumentError(.storageFull, "the disk is full") }
      kept.withLock { $0 = preferences }
    }
  }

  let store = Store()
  let notices = Broadcast<Notice>()
  let rows: PreferenceKey

  init() throws { rows = try #require(PreferenceKey("rows")) }

  private func settings(_ text: String) throws -> [PreferenceSetting] {
    guard case .array(let entries) = try JSONValue(reading: Array(text.utf8)) else { return [] }
    return entries.compactMap(PreferenceSetting.init)
  }

  private func preferences(initial: Int) async throws -> Preferences {
    let settings = try settings(#"[{"key":"rows","title":"Rows","initial":\#(initial)}]"#)
    return try await Preferences(settings, store: store, notices: notices)
  }

  @Test("a default is not kept: another release may have another")
  func initialValues() async throws {
    #expect(try await preferences(initial: 4).value(of: rows) == .integer(4))
    try await preferences(initial: 4).set(rows, to: .integer(6))
    let later = try await preferences(initial: 5)
    #expect(later.values == [rows: .integer(6)])
    try await later.remove(rows)
    #expect(later.value(of: rows) == .integer(5))
    #expect(store.kept.withLock { $0.isEmpty })
  }

  @Test("a value of another kind is refused, and a choice that is none")
  func refusals() async throws {
    let text = """
      [{"key":"rows","title":"","initial":1},
       {"key":"order","title":"","initial":"a","choices":[{"value":"a","title":"A"}]}]
      """
    let preferences = try await Preferences(settings(text), store: store, notices: notices)
    let order = try #require(PreferenceKey("order"))
    for (key, value) in [(rows, JSONValue.string("x")), (order, .string("b")), (order, .integer(1))] {
      await #expect(throws: DocumentError.self) { try await preferences.set(key, to: value) }
    }
    let nested = (0..<20).reduce(JSONValue.null) { value, _ in .array([value]) }
    let free = try #require(PreferenceKey("free"))
    await #expect(throws: DocumentError.self) { try await preferences.set(free, to: nested) }
  }

  @Test("a setting twice, or with a value that it does not allow, keeps the server from starting")
  func badSettings() async throws {
    for text in [
      #"[{"key":"a","title":"","initial":1},{"key":"a","title":"","initial":1}]"#,
      #"[{"key":"a b","title":"","initial":1}]"#,
      #"[{"key":"a","title":"","initial":2,"choices":[{"value":1,"title":""}]}]"#,
    ] {
      await #expect(throws: DocumentError.self) {
        try await Preferences(settings(text), store: store, notices: notices)
      }
    }
  }

  @Test("a choice that could not be kept is not shown either")
  func fullDisk() async throws {
    let preferences = try await preferences(initial: 4)
    store.isFull.withLock { $0 = true }
    await #expect(throws: DocumentError.self) { try await preferences.set(rows, to: .integer(9)) }
    #expect(preferences.value(of: rows) == .integer(4))
  }

  @Test("a listener hears of each change once, and of its client")
  func notified() async throws {
    let preferences = try await preferences(initial: 4)
    let heard = notices.listen()
    let tab = try #require(ClientName("tab"))
    try await preferences.set(rows, to: .integer(6), client: tab)
    try await preferences.set(rows, to: .integer(6), client: tab)
    try await preferences.remove(rows)
    var received: [Notice] = []
    for await notice in heard {
      received.append(notice)
      if received.count == 2 { break }
    }
    #expect(
      received == [.preference(rows, .integer(6), client: tab), .preference(rows, nil, client: nil)])
  }

  @Test("changes at the same time are all kept")
  func together() async throws {
    let preferences = try await preferences(initial: 4)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          guard let key = PreferenceKey("k\(number)") else { return }
          try? await preferences.set(key, to: .integer(Int64(number)))
        }
      }
    }
    #expect(store.kept.withLock { $0.count } == 50)
  }
}
