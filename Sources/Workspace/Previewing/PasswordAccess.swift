public import DocumentModel
import Synchronization

/// The passwords of locked documents that the client has given.
///
/// It is set for a request and asked where a document is opened. Passwords are in memory alone: nothing that was drawn
/// with one is cached, neither here nor by the renderer.
///
/// ```swift
/// try await PasswordAccess.$current.withValue(PasswordAccess { hash in given[hash] }) {
///   try await workspace.pages.pages(of: document)
/// }
/// ```
public final class PasswordAccess: Sendable {
  /// The passwords of the present request; nil for work of the server's own.
  @TaskLocal public static var current: PasswordAccess?

  private let password: @Sendable (ContentHash) -> String?
  private let isUsed = Mutex(false)

  /// Passwords as `password` knows them.
  public init(_ password: @escaping @Sendable (ContentHash) -> String?) {
    self.password = password
  }

  /// Whether one was taken: the answer is for this client alone.
  public var wasUsed: Bool { isUsed.withLock { $0 } }

  /// The password of a content, if one was given.
  func take(for content: ContentHash) -> String? {
    guard let password = password(content) else { return nil }
    isUsed.withLock { $0 = true }
    return password
  }
}

extension RenderSource {
  /// The source with the password that the client has given, of a PDF.
  var unlocked: RenderSource {
    guard kind == .pdf, origin == nil, let password = PasswordAccess.current?.take(for: hash) else {
      return self
    }
    return RenderSource(
      content: content, hash: hash, kind: kind, language: language, password: password, origin: origin,
      pictures: pictures)
  }
}
