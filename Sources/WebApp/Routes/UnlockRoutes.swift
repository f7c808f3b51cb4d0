import DocumentModel
import HTTPServer
import HTTPTypes
import Synchronization
import Workspace

/// Opens locked documents for the client that has the password.
struct UnlockRoutes: Sendable {
  let workspace: DocumentWorkspace
  let passwords: GivenPasswords
  let access: AccessControl
  private let guesses = GuessCount()

  init(workspace: DocumentWorkspace, passwords: GivenPasswords, access: AccessControl) {
    (self.workspace, self.passwords, self.access) = (workspace, passwords, access)
  }

  private static let require = "the body must be an object with a password"

  func add(to router: inout Router) {
    router.on(.post, "api/v1/documents/:id/unlock") { request, parameters in
      let document = try await workspace.document(try parameters.require("id", as: DocumentID.self))
      try Precondition(request.head).check(document)
      let password = try await JSONBody.read(of: request, upTo: 4 << 10, Self.require) {
        (body) throws(DocumentError) in try Self.password(try body.members(Self.require))
      }
      let client = access.client(of: request.head)
      let attempt = PasswordAccess { [hash = document.sha256] in $0 == hash ? password : nil }
      do throws(DocumentError) {
        try await open(document, attempt)
      } catch  where error.code == .passwordRequired {
        if let problem = guesses.problem(with: password, of: document.sha256, from: request.head) {
          throw problem
        }
        throw error
      }
      if attempt.wasUsed { passwords.keep(password, of: document.sha256, for: client) }
      return .noContent()
    }
    router.on(.delete, "api/v1/documents/:id/unlock") { request, parameters in
      let document = try await workspace.document(try parameters.require("id", as: DocumentID.self))
      try Precondition(request.head).check(document)
      passwords.forget(document.sha256, for: access.client(of: request.head))
      return .noContent()
    }
  }

  private func open(_ document: Document, _ attempt: PasswordAccess) async throws(DocumentError) {
    let opened: Result<Void, DocumentError> = await PasswordAccess.$current.withValue(attempt) {
      do throws(DocumentError) {
        _ = try await workspace.pages.pages(of: document)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try opened.get()
  }

  private static func password(_ members: [String: JSONValue]) throws(DocumentError) -> String {
    guard let password = members["password"]?.text, password.utf8.count <= GivenPasswords.maximumBytes,
      !password.utf8.contains(0)
    else {
      throw DocumentError(
        .invalidParameter, "\(require), of at most \(GivenPasswords.maximumBytes) bytes and without NUL")
    }
    return password
  }
}

/// Counts wrong passwords from each network.
private final class GuessCount: Sendable {
  private let guesses = Mutex(GuessLimit())

  func problem(with password: String, of content: ContentHash, from head: RequestHead) -> HTTPProblem? {
    var hasher = Hasher()
    hasher.combine(password)
    hasher.combine(content)
    let guess = hasher.finalize()
    let wait = guesses.withLock { $0.failed(guess, from: head.remoteAddress.network, at: .now) }
    return wait.map { wait in
      HTTPProblem(
        .tooManyRequests, code: "too-many-guesses",
        detail: "Too many wrong passwords came from your address.",
        headers: [.retryAfter: "\(wait.components.seconds + 1)"])
    }
  }
}
