import DocumentModel
import HTTPServer
import HTTPTypes

/// The urgency of a request by its `Priority` header (RFC 9218, 4.1).
///
/// Urgencies 0 to 3 (the default) are for visible images, 4 to 6 for images near them, 7 for background work. A
/// malformed header counts as absent, as the RFC demands.
struct RequestPriority: Sendable {
  private let urgency: Int?

  init(_ head: RequestHead) {
    urgency = head[.priority].flatMap(Self.urgency)
  }

  /// The place in the render queue; `usual` without an urgency.
  func renderPriority(usual: RenderPriority) -> RenderPriority {
    guard let urgency else { return usual }
    return switch urgency {
    case 0...3: .visible
    case 7: .bulk
    default: .near
    }
  }

  /// The member `u` of a dictionary (RFC 8941, 3.2); the last one counts.
  private static func urgency(_ header: String) -> Int? {
    let members = HeaderList.items(header).filter { $0.hasPrefix("u=") }
    guard let value = members.last?.dropFirst(2).prefix(while: { $0 != ";" }) else { return nil }
    return PlainNumber.whole(String(value)).flatMap { (0...7).contains($0) ? $0 : nil }
  }
}
