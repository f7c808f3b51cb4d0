import CMail
import DocumentModel
import Glibc

/// A message, or a part of one, as GMime parsed it (RFC 5322, RFC 2045).
///
/// Used by one thread. Parts are bytes of the parsed file until they are asked for.
final class MailPart {
  private let handle: UnsafeMutablePointer<GMimeObject>

  /// - Parameter object: an object of GMime; the caller keeps its own reference.
  init(retaining object: UnsafeMutableRawPointer) {
    handle = object.assumingMemoryBound(to: GMimeObject.self)
    g_object_ref(handle)
  }

  deinit {
    g_object_unref(handle)
  }

  private func pointer<Object>() -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(handle).assumingMemoryBound(to: Object.self)
  }

  private func isObject(of type: GType) -> Bool { g_type_check_instance_is_a(pointer(), type) != 0 }

  private static func optional(_ object: UnsafeMutableRawPointer?) -> MailPart? {
    object.map(MailPart.init(retaining:))
  }

  // MARK: - Heads

  var hasHead: Bool { g_mime_header_list_get_count(g_mime_object_get_header_list(handle)) > 0 }

  /// The first head line of a name, decoded (RFC 2047), in one line and without control characters.
  func head(_ name: String) -> String? { Self.caption(g_mime_object_get_header(handle, name)) }

  /// The date of a message in words, in its own time zone, and in seconds since 1970; nil for a date of another form.
  var date: (words: String, seconds: Int)? {
    guard let date = g_mime_message_get_date(pointer()),
      let words = GlibString.take(g_date_time_format(date, "%A, %-d %B %Y, %H:%M %z"))
    else { return nil }
    return (words, Int(g_date_time_to_unix(date)))
  }

  private static func caption(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, 4 * ContentMetadata.longestText))
    return PDFDocument.caption(String(decoding: bytes, as: UTF8.self), limit: ContentMetadata.longestText)
  }

  // MARK: - Structure

  /// The body of a message.
  var body: MailPart? { Self.optional(g_mime_message_get_mime_part(pointer())) }

  /// The message that a part forwards.
  var message: MailPart? {
    guard isObject(of: g_mime_message_part_get_type()) else { return nil }
    return Self.optional(g_mime_message_part_get_message(pointer()))
  }

  var isMultipart: Bool { isObject(of: g_mime_multipart_get_type()) }

  /// The parts of a multipart.
  var parts: some Sequence<MailPart> {
    (0..<g_mime_multipart_get_count(pointer())).lazy.compactMap { [self] in
      Self.optional(g_mime_multipart_get_part(pointer(), $0))
    }
  }

  /// The text of a multipart before its first part.
  var prologue: String {
    g_mime_multipart_get_prologue(pointer()).map { String(cString: $0) } ?? ""
  }

  func isType(_ type: String, _ subtype: String) -> Bool {
    g_mime_content_type_is_type(g_mime_object_get_content_type(handle), type, subtype) != 0
  }

  /// A parameter of the type, such as "charset".
  func parameter(_ name: String) -> String? {
    Self.caption(g_mime_object_get_content_type_parameter(handle, name))
  }

  // MARK: - Content

  private var leaf: UnsafeMutablePointer<GMimePart>? {
    isObject(of: g_mime_part_get_type()) ? pointer() : nil
  }

  private var content: UnsafeMutablePointer<GMimeDataWrapper>? {
    leaf.flatMap { g_mime_part_get_content($0) }
  }

  /// Whether the part is to be kept beside the text and not to be shown in it (RFC 2183).
  var isAttachment: Bool { leaf.map { g_mime_part_is_attachment($0) != 0 } ?? false }

  /// The name of the part as a file.
  var name: String {
    leaf.flatMap { Self.caption(g_mime_part_get_filename($0)) } ?? "attachment"
  }

  /// The length of the decoded content.
  var size: Int {
    let stream = g_mime_stream_null_new()
    defer { g_object_unref(stream) }
    return content.map { max(0, g_mime_data_wrapper_write_to_stream($0, stream)) } ?? 0
  }

  /// The decoded content.
  func bytes() -> [UInt8] {
    guard let content, let stream = g_mime_stream_mem_new() else { return [] }
    defer { g_object_unref(stream) }
    g_mime_data_wrapper_write_to_stream(content, stream)
    let memory = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GMimeStreamMem.self)
    guard let array = g_mime_stream_mem_get_byte_array(memory)?.pointee else { return [] }
    return Array(UnsafeBufferPointer(start: array.data, count: Int(array.len)))
  }
}
