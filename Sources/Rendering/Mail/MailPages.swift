import DocumentModel
import LinuxSystem

/// Messages on pages: each with its head, its text, and a list of its attachments.
///
/// Used by one thread.
final class MailPages: PageLayout {
  private let pages: [TypesetPage]
  private let files: [MailPart]
  let title: String?
  let fields: [String: String]
  let outline: [OutlineItem]
  let isTruncated: Bool

  var pageCount: Int { pages.count }

  /// Throws `.damaged` for a content without a message.
  init(_ content: Descriptor) throws(DocumentError) {
    let file = try MailFile(content)
    let writer = MailWriter()
    var reader = MailReader()
    let messages = file.messages.map { reader.read($0) }
    for message in messages where !writer.isFull { writer.write(message) }
    isTruncated = file.isCut || reader.isFull || writer.isFull
    if isTruncated {
      writer.writeNote("The file goes on; the rest is not shown.")
    }
    (pages, outline) = writer.finish()
    let only = messages.count == 1 ? messages.first : nil
    title = only?.subject
    fields = only?.fields ?? [:]
    files = Array(messages.flatMap(\.allAttachments).prefix(ContentMetadata.mostItems))
  }

  func page(_ number: Int) -> TypesetPage { pages[number - 1] }

  var attachments: [ContentMetadata.Attachment] {
    files.map { ContentMetadata.Attachment(name: $0.name, description: nil, size: $0.size) }
  }

  func attachment(_ number: Int) throws(DocumentError) -> [UInt8] {
    guard files.indices.contains(number) else {
      throw DocumentError(.notFound, "the message has no attachment \(number)")
    }
    return files[number].bytes()
  }
}
