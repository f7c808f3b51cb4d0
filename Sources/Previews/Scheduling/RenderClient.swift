/// The client of a request, by which the queue takes turns.
///
/// Requests of one priority are served client by client in turn. A request without a client counts as its document's
/// own.
///
/// ```swift
/// try await RenderClient.$current.withValue(session.id) {
///   try await renderer.render(request, of: source, priority: .visible)
/// } ```
public enum RenderClient {
  /// The session, address or job of the current task; nil when none was set.
  @TaskLocal public static var current: String?
}
