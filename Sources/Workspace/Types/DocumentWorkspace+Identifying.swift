import DocumentModel
import Logging

extension DocumentWorkspace {
  /// Enough of the start of a content for the registry's own patterns.
  private static var headBytes: Int { 4096 }

  /// What bytes are, by content first and name second, with the reasons.
  ///
  /// Never fails: where libmagic cannot be asked, the name decides and the reasons say so.
  public func identify(_ content: any ReadableContent, named name: FileName) async -> Identification {
    let head = Self.head(of: content)
    let sniffed = await sniff(content)
    return types.current.identify(
      name: name.description, head: head, sniffed: sniffed, size: content.size)
  }

  private func sniff(_ content: any ReadableContent) async -> SniffedContent? {
    guard content.size > 0 else { return nil }
    do {
      return try await renderer.sniff(content)
    } catch {
      log.warning("content could not be sniffed", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  private static func head(of content: any ReadableContent) -> [UInt8] {
    // A few kilobytes of a file that was just written or is about to be read: not worth another thread.
    content.bytes(from: 0, count: headBytes)
  }
}
