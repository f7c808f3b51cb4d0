import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import WebApp

@Suite("Documents in web apps of others", .timeLimit(.minutes(2)))
struct OpenInRoutesTests {
  private struct Answer: Decodable {
    let presented: Bool
    let handler: String?
    let url: String?
    let expires: String?
    let content: String?
    let save: String?
  }

  private struct Written: Decodable {
    let saved: Bool
    let conflict: String?
    let document: DocumentJSON
  }

  private static let editor = """
    {"handlers":[
      {"identifier":"com.example.edit","role":"editor","rank":"default","contentTypes":["public.plain-text"],
       "url":"https://edit.example/open?from={content}&to={save}&n={name}&s={source}&a={annotation}"},
      {"identifier":"com.example.view","role":"viewer","contentTypes":["public.plain-text"],
       "url":"https://view.example/{id}"}]}
    """

  private func open(
    _ id: String?, _ body: String, _ client: TestClient
  ) async throws -> Answer {
    let response = try await client.ask(.post, "/api/v1/documents/\(id ?? "")/open-in", text: body)
    #expect(response.status == .ok, "\(response.text)")
    return try JSONDecoder().decode(Answer.self, from: Data(response.body))
  }

  private func open(_ id: String?, _ client: TestClient) async throws -> Answer {
    try await open(id, #"{"handler":"com.example.edit"}"#, client)
  }

  private func path(_ address: String?) throws -> String {
    let address = try #require(address)
    #expect(address.hasPrefix("http://127.0.0.1/api/v1/snapshots/"))
    return String(address.dropFirst("http://127.0.0.1".count))
  }

  private func written(_ response: TestResponse) throws -> Written {
    try JSONDecoder().decode(Written.self, from: Data(response.body))
  }

  private func site(
    _ body: (TestClient, TestSite) async throws -> Void
  ) async throws {
    try await TestSite.run { client, test in
      let declared = try await client.ask(.post, "/api/v1/types", text: Self.editor)
      #expect(declared.status == .created, "\(declared.text)")
      try await body(client, test)
    }
  }

  @Test("are given as copies, by an address that needs no sign-in and stays what it was")
  func copies() async throws {
    try await site { client, _ in
      let document = try await client.upload("one", named: "a.txt")
      let answer = try await open(document.id, client)
      #expect(answer.presented && answer.handler == "com.example.edit" && answer.expires != nil)
      let content = try path(answer.content)
      _ = try await client.ask(.put, "/api/v1/documents/\(document.id ?? "")/content", text: "two")
      let copy = try await client.ask(.get, content)
      #expect(copy.status == .ok && copy.text == "one")
      #expect(
        copy.headers[.accessControlAllowOrigin] == "*" && copy.headers[.cacheControl] == "private, no-store")
      #expect(try await client.ask(.get, content, headers: [.range: "bytes=1-"]).text == "ne")
      #expect(try await client.ask(.put, content, text: "x").status == .notFound)
      let url = try #require(answer.url)
      #expect(
        url.hasPrefix("https://edit.example/open?from=http%3A%2F%2F127.0.0.1%2Fapi%2Fv1%2Fsnapshots%2F"))
      #expect(url.contains("&to=http%3A%2F%2F") && url.hasSuffix("&s=&a="))
    }
  }

  @Test("come back as one new version, and as no second one")
  func written() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      let save = try path(try await open(document.id, client).save)
      let foreign: HTTPFields = [.origin: "https://edit.example"]
      let preflight = try await client.ask(.options, save, headers: foreign)
      #expect(preflight.headers[.accessControlAllowMethods]?.contains("PUT") == true)
      let first = try await client.ask(.put, save, headers: foreign, text: "two")
      #expect(first.status == .ok && first.headers[.accessControlAllowOrigin] == "*", "\(first.text)")
      #expect(try written(first).saved && written(first).document.version == 2)
      let second = try await client.ask(.put, save, text: "three")
      #expect(second.status == .conflict && second.code == "address-used")
      #expect(try await client.ask(.get, save).status == .notFound)
      let version = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/versions/2")
      #expect(version.text.contains(#""author":"com.example.edit""#))
    }
  }

  @Test("are ended by their address, each alone, and are gone afterwards")
  func ended() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      let answer = try await open(document.id, client)
      let (content, save) = (try path(answer.content), try path(answer.save))
      let foreign: HTTPFields = [.origin: "https://edit.example"]
      let preflight = try await client.ask(.options, content, headers: foreign)
      #expect(preflight.headers[.accessControlAllowMethods]?.contains("DELETE") == true)
      let tagged = try await client.ask(.delete, content, headers: [.ifMatch: "\"x\""])
      #expect(tagged.status == .preconditionFailed)
      #expect(try await client.ask(.delete, content, headers: foreign).status == .noContent)
      for method in [HTTPRequest.Method.get, .delete] {
        let gone = try await client.ask(method, content)
        #expect(gone.status == .gone && gone.code == "address-expired", "\(method)")
      }
      #expect(try await client.ask(.put, save, text: "two").status == .ok, "the other address stays")
      #expect(try await client.ask(.put, save, text: "three").code == "address-used")
      #expect(try await client.ask(.delete, save).status == .noContent)
      #expect(try await client.ask(.put, save, text: "three").status == .gone)
      let again = try path(try await open(document.id, client).content)
      #expect(try await client.ask(.get, again).text == "two")
      #expect(try await client.ask(.delete, "/api/v1/snapshots/x").status == .notFound)
    }
  }

  @Test("lose nothing of what others changed meanwhile: a user decides")
  func conflicts() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      let save = try path(try await open(document.id, client).save)
      _ = try await client.ask(.put, "/api/v1/documents/\(document.id ?? "")/content", text: "theirs")
      let answer = try await client.ask(.put, save, text: "mine")
      #expect(answer.status == .accepted, "\(answer.text)")
      #expect(try !written(answer).saved && written(answer).conflict != nil)
      let target = "/api/v1/documents/\(document.id ?? "")"
      #expect(try await client.ask(.get, "\(target)/content").text == "theirs")
      #expect(
        try await client.ask(.get, "\(target)/conflicts").text.contains(#""author":"com.example.edit""#))
      let decided = try await client.ask(
        .post, "\(target)/conflicts/\(try written(answer).conflict ?? "")", text: #"{"keep":"mine"}"#)
      #expect(decided.status == .ok)
      #expect(try await client.ask(.get, "\(target)/content").text == "mine")
    }
  }

  @Test("may be tried again where the new version was refused")
  func refusedVersion() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      let save = try path(try await open(document.id, client).save)
      let wrong = try await client.ask(
        .put, save,
        headers: [.contentDigest: "sha-256=:\(Data(repeating: 0, count: 32).base64EncodedString()):"],
        text: "two")
      #expect(wrong.code == "content-mismatch")
      let part = try await client.ask(.put, save, headers: [.contentRange: "bytes 0-1/3"], text: "tw")
      #expect(part.status == .badRequest)
      let stale = try await client.ask(.put, save, headers: [.ifMatch: "\"other\""], text: "two")
      #expect(stale.status == .preconditionFailed)
      _ = try await client.ask(.delete, "/api/v1/documents/\(document.id ?? "")")
      #expect(try await client.ask(.put, save, text: "two").status == .notFound)
      _ = try await client.ask(.post, "/api/v1/documents/\(document.id ?? "")/restore")
      #expect(try await client.ask(.put, save, text: "two").status == .ok)
    }
  }

  @Test("say only that nothing was presented where nothing opens them")
  func nothing() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      for handler in ["com.example.none", "board", "", "com.example.EDIT"] {
        let answer = try await open(document.id, #"{"handler":"\#(handler)"}"#, client)
        #expect(!answer.presented && answer.url == nil && answer.handler == nil && answer.content == nil)
      }
      let view = try await open(document.id, #"{"handler":"com.example.view"}"#, client)
      #expect(
        view.url == "https://view.example/\(document.id ?? "")" && view.save == nil && view.content != nil)
      let text = try await open(document.id, #"{"handler":"text"}"#, client)
      #expect(
        text.url == "http://127.0.0.1/d/\(document.id ?? "")" && text.content == nil && text.expires == nil)
      for body in ["[]", #"{"app":"x"}"#, #"{"handler":1}"#, #"{"source":"a\nb"}"#] {
        let refused = try await client.ask(
          .post, "/api/v1/documents/\(document.id ?? "")/open-in", text: body)
        #expect(refused.status == .badRequest, "\(body)")
      }
      #expect(try await client.ask(.post, "/api/v1/documents/0123456789abcdef/open-in").status == .notFound)
    }
  }

  @Test("bring the words of the app that handed them over, or those of the request")
  func words() async throws {
    try await site { client, _ in
      let handed = try await client.ask(
        .post, "/api/v1/inbox?name=a.txt&source=Mail%26Co&annotation=%7B%22line%22:3%7D", text: "one"
      ).answer()
      let answer = try await open(handed.id, client)
      #expect(
        answer.url?.hasSuffix("&n=a.txt&s=Mail%26Co&a=%7B%22line%22%3A3%7D") == true, "\(answer.url ?? "")")
      let own = try await open(
        handed.id, #"{"handler":"com.example.edit","source":"Me","annotation":"{save}"}"#, client)
      #expect(own.url?.hasSuffix("&s=Me&a=%22%7Bsave%7D%22") == true, "\(own.url ?? "")")
    }
  }

  @Test("are listed without an address where only a copy can be opened")
  func listed() async throws {
    try await site { client, _ in
      let document = try await client.upload("one")
      let openers = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/openers").text
      #expect(openers.contains("https://view.example/\(document.id ?? "")"))
      #expect(!openers.contains("edit.example"))
    }
  }

  @Test("are open to an address alone, also where users sign in")
  func signIn() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "test")
      let headers: HTTPFields = [.authorization: "Bearer \(token)"]
      _ = try await client.ask(.post, "/api/v1/types", headers: headers, text: Self.editor)
      let document = try await client.ask(
        .post, "/api/v1/documents?name=a.txt", headers: headers, text: "one"
      ).answer()
      let target = "/api/v1/documents/\(document.id ?? "")/open-in"
      #expect(try await client.ask(.post, target).status == .unauthorized)
      let response = try await client.ask(
        .post, target, headers: headers, text: #"{"handler":"com.example.edit"}"#)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
      #expect(try await client.ask(.get, try path(answer.content)).text == "one")
      #expect(try await client.ask(.get, "/api/v1/snapshots/x").status == .notFound)
    }
  }
}

@Suite("Signed addresses")
struct SignedAddressesTests {
  private final class Book: SignedAddressStore {
    let kept = Mutex<SignedAddressBook?>(nil)
    func book() async throws(DocumentError) -> SignedAddressBook? { kept.withLock(\.self) }
    func save(_ book: SignedAddressBook) async throws(DocumentError) { kept.withLock { $0 = book } }
  }

  private func document() throws -> Document {
    Document(
      id: DocumentID(), location: Location(name: try FileName("a.txt")), type: .plainText, size: 1,
      sha256: try #require(ContentHash(String(repeating: "0", count: 64))), version: 3,
      created: Date(timeIntervalSince1970: 0), modified: Date(timeIntervalSince1970: 0))
  }

  private func refusal(_ body: () async throws -> Void) async -> DocumentError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? DocumentError)?.code
    }
  }

  @Test("are good for their time, for their use and for no other")
  func bounds() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let addresses = SignedAddresses(Book()) { time.withLock(\.self) }
    let (document, handler) = (try document(), "com.example.é")
    let (text, end) = try await addresses.give(.read, document, to: handler)
    let grant = try await addresses.grant(text, for: .read)
    #expect(grant.document == document.id && grant.version == 3 && grant.handler == handler)
    #expect(await refusal { _ = try await addresses.grant(text, for: .write) } == .notFound)
    time.withLock { $0 = end }
    #expect(await refusal { _ = try await addresses.grant(text, for: .read) } == .addressExpired)
  }

  @Test("that were changed in any character are none")
  func forged() async throws {
    let addresses = SignedAddresses(Book())
    let text = try await addresses.give(.write, try document(), to: "x").text
    for index in text.indices {
      var forged = text
      forged.replaceSubrange(index...index, with: text[index] == "0" ? "1" : "0")
      #expect(await refusal { _ = try await addresses.grant(forged, for: .write) } == .notFound, "\(forged)")
    }
    for odd in [
      "", ".", "......", text + "0", text + ".", String(text.dropLast()),
      String(repeating: "a.", count: 9999),
    ] {
      #expect(await refusal { _ = try await addresses.grant(odd, for: .write) } == .notFound)
    }
  }

  @Test("that were ended stay so for the next server, also where a version was on its way")
  func ended() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let book = Book()
    let first = SignedAddresses(book) { time.withLock(\.self) }
    let (ended, kept) = (
      try await first.give(.write, try document(), to: "x").text,
      try await first.give(.read, try document(), to: "x").text
    )
    let grant = try await first.grant(ended, for: .write)
    try await first.end(try await first.grant(ended))
    #expect(await refusal { try await first.useUp(grant) } == .addressExpired)
    let second = SignedAddresses(book) { time.withLock(\.self) }
    #expect(await refusal { _ = try await second.grant(ended, for: .write) } == .addressExpired)
    #expect(await refusal { _ = try await second.grant(ended) } == .addressExpired)
    #expect(try await second.grant(kept, for: .read).use == .read)
    #expect(book.kept.withLock { $0?.hasEnded(grant.name) } == true)
    time.withLock { $0 += SignedAddresses.lifetime + 1 }
    try await second.end(try await second.grant(try await second.give(.read, try document(), to: "x").text))
    #expect(book.kept.withLock { $0?.hasEnded(grant.name) } == false, "its time is over")
  }

  @Test("of a book that an earlier release wrote are good")
  func earlierBook() async throws {
    let old = #"{"secret":"\#(Data(repeating: 7, count: 32).base64EncodedString())","used":{}}"#
    let book = Book()
    book.kept.withLock { $0 = try? JSONDecoder().decode(SignedAddressBook.self, from: Data(old.utf8)) }
    #expect(book.kept.withLock(\.self) != nil)
    let addresses = SignedAddresses(book)
    let text = try await addresses.give(.read, try document(), to: "x").text
    #expect(try await addresses.grant(text, for: .read).version == 3)
  }

  @Test("are used up once, also by the next server, until they have expired")
  func used() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let book = Book()
    let first = SignedAddresses(book) { time.withLock(\.self) }
    let text = try await first.give(.write, try document(), to: "x").text
    let grant = try await first.grant(text, for: .write)
    try await first.useUp(grant)
    let second = SignedAddresses(book) { time.withLock(\.self) }
    #expect(try await second.grant(text, for: .write) == grant)
    #expect(await refusal { try await second.useUp(grant) } == .addressUsed)
    await second.giveBack(grant)
    try await second.useUp(grant)
    time.withLock { $0 += SignedAddresses.lifetime + 1 }
    let later = try await second.give(.write, try document(), to: "x").text
    try await second.useUp(try await second.grant(later, for: .write))
    #expect(book.kept.withLock { $0?.used.count } == 1)
    #expect(await refusal { _ = try await SignedAddresses(Book()).grant(later, for: .write) } == .notFound)
  }
}
