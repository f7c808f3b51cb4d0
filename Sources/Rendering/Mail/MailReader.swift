/// Reads messages, within bounds that hold for all of a file.
///
/// Used by one thread.
struct MailReader {
  /// In bytes, tags included.
  private static let mostText = 4 << 20
  private static let mostParts = 5_000
  /// Parts and forwarded messages inside one another.
  private static let deepest = 32

  /// Whether anything was left out.
  private(set) var isFull = false
  private var textLeft = mostText
  private var partsLeft = mostParts

  mutating func read(_ message: MailPart, depth: Int = 0) -> MailMessage {
    var read = MailMessage(message)
    if let body = message.body { add(body, to: &read, isShown: true, depth) }
    return read
  }

  /// - Parameter isShown: false inside a form of the text that is not the best one; only its attachments count.
  private mutating func add(_ part: MailPart, to message: inout MailMessage, isShown: Bool, _ depth: Int) {
    partsLeft -= 1
    guard partsLeft >= 0, depth < Self.deepest else { return isFull = true }
    if let forwarded = part.message {
      if isShown { message.text.append(.forwarded(read(forwarded, depth: depth + 1))) }
    } else if part.isMultipart {
      addParts(of: part, to: &message, isShown: isShown, depth + 1)
    } else if part.isAttachment || !(part.isType("text", "plain") || part.isType("text", "html")) {
      message.attachments.append(part)
    } else if isShown {
      message.text.append(text(of: part))
    }
  }

  private mutating func addParts(
    of part: MailPart, to message: inout MailMessage, isShown: Bool, _ depth: Int
  ) {
    let parts = Array(part.parts.prefix(partsLeft + 1))
    // Without a boundary nothing is a part, and all of it is text.
    if parts.isEmpty, isShown { message.text.append(plain(Array(part.prologue.utf8), of: part)) }
    let shown: Int? =
      part.isType("multipart", "alternative")
      ? Self.best(of: parts) : part.isType("multipart", "related") ? parts.indices.first : nil
    for (index, part) in parts.enumerated() {
      add(part, to: &message, isShown: isShown && index == shown ?? index, depth)
    }
  }

  /// Plain text unless it is empty, else the last form that can be shown, which is the richest (RFC 2046, 5.1.4).
  private static func best(of forms: [MailPart]) -> Int {
    forms.firstIndex { $0.isType("text", "plain") && $0.bytes().contains { $0 > 0x20 } }
      ?? forms.lastIndex { $0.isType("text", "html") || $0.isMultipart } ?? 0
  }

  private mutating func text(of part: MailPart) -> MailMessage.Text {
    part.isType("text", "html") ? .html(text(part.bytes(), of: part)) : plain(part.bytes(), of: part)
  }

  private mutating func plain(_ bytes: [UInt8], of part: MailPart) -> MailMessage.Text {
    .plain(
      PlainMail(
        text: text(bytes, of: part), isFlowed: part.parameter("format")?.lowercased() == "flowed",
        deletesSpaces: part.parameter("delsp")?.lowercased() == "yes"))
  }

  /// In UTF-8.
  private mutating func text(_ bytes: [UInt8], of part: MailPart) -> [UInt8] {
    let count = min(bytes.count, textLeft)
    isFull = isFull || count < bytes.count
    textLeft -= count
    return DecodedText(Array(bytes.prefix(count)), declared: part.parameter("charset")).bytes
  }
}
