import DocumentModel
import LinuxSystem

/// Messages on pages: each with its head, its text, and a list of its attachments.
///
/// Used by one thread.
final class MailPages: FlowedLayout {
  let flowed: FlowedPages
  let title: String?
  let fields: [String: String]
  private let files: [MailPart]
  private let writer: MailWriter
  private let isCut: Bool

  /// Throws `.damaged` for a content without a message.
  init(_ content: Descriptor) throws(DocumentError) {
    let (file, writer) = (try MailFile(content), MailWriter())
    var reader = MailReader()
    let messages = file.messages.map { reader.read($0) }
    let isCut = file.isCut || reader.isFull
    (self.writer, self.isCut) = (writer, isCut)
    let sections = messages.map { message in { if !writer.isFull { writer.write(message) } } }
    let note = {
      if isCut || writer.isFull { writer.writeNote("The file goes on; the rest is not shown.") }
    }
    flowed = FlowedPages(writer.pages, sections: sections + [note])
    let only = messages.count == 1 ? messages.first : nil
    title = only?.subject
    fields = only?.fields ?? [:]
    files = Array(messages.flatMap(\.allAttachments).prefix(ContentMetadata.mostItems))
  }

  var isTruncated: Bool { pageCount > 0 && (isCut || writer.isFull) }

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
