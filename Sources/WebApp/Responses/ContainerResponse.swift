import FoundationEssentials
import Storage

struct ContainerResponse: Encodable {
  struct Entry: Encodable {
    let path: String
    /// The path's bytes in base64, if they are not UTF-8.
    let pathBytes: String?
    let kind: String
    let size: Int64
    let modified: String
    /// Why what is in it is not listed.
    let reason: String?

    init(_ entry: ContainerEntry) {
      path = entry.path.shown
      pathBytes = entry.path.text == nil ? Data(entry.path.bytes).base64EncodedString() : nil
      kind = entry.kind.rawValue
      size = entry.size
      modified = entry.modified.internetFormat
      reason = entry.isUnreadable ? "unreadable" : nil
    }
  }

  let entries: [Entry]
  @Nullable var next: String?

  init(_ list: ContainerList) {
    entries = list.entries.map(Entry.init)
    next = list.next?.cursor
  }
}
