/// Who asks, so that the queue can let everybody have their turn.
///
/// Requests of one urgency are served client by client in turn. A request outside any client counts as one of its
/// document's own.
///
/// ```swift
/// try await RenderClient.$current.withValue(session.id) {
///   try await renderer.render(request, of: source, priority: .visible)
/// }
/// ```
public enum RenderClient {
  /// The session, address or job on whose behalf this task asks; nil when nobody said.
  @TaskLocal public static var current: String?
}
