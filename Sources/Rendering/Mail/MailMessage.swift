/// A message as it is shown: its head, the best form of its text, and the files with it.
struct MailMessage {
  /// A part of the text.
  enum Text {
    case plain(PlainMail)
    /// In UTF-8.
    case html([UInt8])
    case forwarded(MailMessage)
  }

  let subject: String?
  /// The lines below the subject, in the order of reading.
  let head: [(name: String, value: String)]
  /// The head for programs.
  let fields: [String: String]
  var text: [Text] = []
  var attachments: [MailPart] = []

  /// All attachments; those of forwarded messages come first.
  var allAttachments: [MailPart] {
    var all: [MailPart] = []
    for case .forwarded(let message) in text { all += message.allAttachments }
    return all + attachments
  }

  /// A message without its text.
  init(_ message: MailPart) {
    let sender = message.head("From")
    let date = message.date
    var head: [(name: String, value: String)] = ["From", "Reply-To", "To", "Cc", "Bcc"]
      .compactMap { name in message.head(name).map { (name, $0) } }
    head.removeAll { $0.name == "Reply-To" && $0.value == sender }
    if let words = date?.words ?? message.head("Date") { head.append(("Date", words)) }
    self.head = head
    subject = message.head("Subject")
    let fields = [
      "title": subject, "from": sender, "to": message.head("To"), "cc": message.head("Cc"),
      "date": date.flatMap { PDFDocument.date($0.seconds) }, "messageId": message.head("Message-ID"),
    ]
    self.fields = fields.compactMapValues(\.self)
  }
}
