import DocumentModel

/// Writes messages into pages, each at the top of one.
///
/// Used by one thread.
struct MailWriter {
  private let blocks = BlockWriter()
  var pages: MarkdownWriter { blocks.pages }

  /// Whether the texts are too long; further messages would have none.
  var isFull: Bool { blocks.isFull }

  func write(_ message: MailMessage) {
    pages.flow.breakPage()
    write(message, level: 2)
  }

  private func write(_ message: MailMessage, level: Int) {
    let subject = message.subject ?? "(no subject)"
    // The contents have the messages, and not those that they forward.
    pages.writeHeading(
      StyledText(subject, pages.headingStyle(level)), level: level, title: level == 2 ? subject : nil)
    pages.writeFields(message.head)
    pages.writeRule()
    for part in message.text {
      switch part {
      case .plain(let text): text.read(into: blocks)
      case .html(let html): HTMLMail.read(html, into: blocks)
      case .forwarded(let message): writeForwarded(message)
      }
      blocks.endParagraph()
    }
    writeList(of: message.attachments)
  }

  private func writeForwarded(_ message: MailMessage) {
    pages.flow.leaveSpace(12)
    pages.besideBar { write(message, level: 3) }
    pages.flow.leaveSpace(12)
  }

  private func writeList(of files: [MailPart]) {
    guard !files.isEmpty else { return }
    pages.writeRule()
    let lines = files.map { "\($0.name), \(Self.inWords($0.size))" }
    let names = [files.count == 1 ? "Attachment" : "Attachments"] + lines.dropFirst().map { _ in "" }
    pages.writeFields(zip(names, lines).map { (name: $0, value: $1) })
  }

  /// A length in bytes with three digits at most.
  private static func inWords(_ size: Int) -> String {
    switch size {
    case ..<1_000: "\(size) bytes"
    case ..<1_000_000: "\((size + 500) / 1_000) kB"
    default: "\(Double((size + 50_000) / 100_000) / 10) MB"
    }
  }

  func writeNote(_ text: String) {
    pages.writeRule()
    pages.writeFields([(name: "Note", value: text)])
  }
}
