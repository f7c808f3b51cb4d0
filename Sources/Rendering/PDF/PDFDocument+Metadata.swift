import CDrawing
import DocumentModel
import FoundationEssentials

extension PDFDocument {
  func metadata() -> ContentMetadata {
    ContentMetadata(
      fields: fields, pageFormats: ContentMetadata.formats(of: facts().pages),
      attachments: attachments.map(\.listing), formFields: formFields, fonts: fonts)
  }

  /// The bytes of an attachment, by its place in the list.
  ///
  /// Throws `.notFound` for a place beyond the list, `.documentTooLarge` beyond ``WorkerReply/maximumBytes``.
  func attachment(_ number: Int) throws(DocumentError) -> [UInt8] {
    let attachments = attachments
    guard attachments.indices.contains(number) else {
      throw DocumentError(.notFound, "the document has no attachment \(number)")
    }
    return try attachments[number].bytes()
  }

  private var fields: [String: String] {
    let texts = [
      "title": poppler_document_get_title(handle), "author": poppler_document_get_author(handle),
      "subject": poppler_document_get_subject(handle), "keywords": poppler_document_get_keywords(handle),
      "creator": poppler_document_get_creator(handle), "producer": poppler_document_get_producer(handle),
      "version": poppler_document_get_pdf_version_string(handle),
    ]
    var fields = texts.compactMapValues { text in
      GlibString.take(text).flatMap { Self.caption($0, limit: ContentMetadata.longestText) }
    }
    fields["created"] = Self.date(poppler_document_get_creation_date(handle))
    fields["modified"] = Self.date(poppler_document_get_modification_date(handle))
    return fields
  }

  /// Seconds since 1970 as RFC 3339 in UTC; nil for an absent date.
  static func date(_ time: Int) -> String? {
    // From 1900 to 2200; poppler gives -1 for no date.
    guard time != -1, (-2_208_988_800...7_258_118_400).contains(time) else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(time)).ISO8601Format()
  }

  private var attachments: [PDFAttachment] {
    guard poppler_document_has_attachments(handle) != 0 else { return [] }
    return GlibList.take(poppler_document_get_attachments(handle)).prefix(ContentMetadata.mostItems)
      .map(PDFAttachment.init(owning:))
  }

  private var fonts: [ContentMetadata.Font] {
    guard let scanner = poppler_font_info_new(handle) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(scanner)) }
    var iterator: OpaquePointer?
    let pages = CInt(min(pageCount, ContentMetadata.mostScannedPages))
    guard poppler_font_info_scan(scanner, pages, &iterator) != 0, let iterator else { return [] }
    defer { poppler_fonts_iter_free(iterator) }
    var found: [ContentMetadata.Font] = []
    repeat {
      let name = poppler_fonts_iter_get_name(iterator).map { String(cString: $0) }
      found.append(
        ContentMetadata.Font(
          name: name.flatMap { Self.caption($0, limit: 200) } ?? "", format: Self.format(of: iterator),
          isEmbedded: poppler_fonts_iter_is_embedded(iterator) != 0))
    } while poppler_fonts_iter_next(iterator) != 0 && found.count < ContentMetadata.mostItems
    return found
  }

  private static func format(of iterator: OpaquePointer) -> String {
    switch poppler_fonts_iter_get_font_type(iterator) {
    case POPPLER_FONT_TYPE_TYPE1: "Type 1"
    case POPPLER_FONT_TYPE_TYPE1C: "Type 1C"
    case POPPLER_FONT_TYPE_TYPE1COT: "Type 1C (OpenType)"
    case POPPLER_FONT_TYPE_TYPE3: "Type 3"
    case POPPLER_FONT_TYPE_TRUETYPE: "TrueType"
    case POPPLER_FONT_TYPE_TRUETYPEOT: "TrueType (OpenType)"
    case POPPLER_FONT_TYPE_CID_TYPE0: "CID Type 0"
    case POPPLER_FONT_TYPE_CID_TYPE0C: "CID Type 0C"
    case POPPLER_FONT_TYPE_CID_TYPE0COT: "CID Type 0C (OpenType)"
    case POPPLER_FONT_TYPE_CID_TYPE2: "CID TrueType"
    case POPPLER_FONT_TYPE_CID_TYPE2OT: "CID TrueType (OpenType)"
    default: "unknown"
    }
  }

  private var formFields: [ContentMetadata.FormField] {
    var found: [ContentMetadata.FormField] = []
    for number in 1...min(pageCount, ContentMetadata.mostScannedPages) {
      guard found.count < ContentMetadata.mostItems, let page = PDFPage(self, number: number) else { break }
      let mappings = poppler_page_get_form_field_mapping(page.handle)
      defer { poppler_page_free_form_field_mapping(mappings) }
      for item in GlibList.items(of: mappings) {
        let mapping = item.assumingMemoryBound(to: PopplerFormFieldMapping.self).pointee
        if let field = mapping.field { found.append(Self.formField(field, on: number)) }
      }
    }
    return Array(found.prefix(ContentMetadata.mostItems))
  }

  private static func formField(_ field: OpaquePointer, on page: Int) -> ContentMetadata.FormField {
    let name = GlibString.take(poppler_form_field_get_name(field)).flatMap { caption($0, limit: 500) }
    let kind: ContentMetadata.FormField.Kind
    var value: String?
    switch poppler_form_field_get_field_type(field) {
    case POPPLER_FORM_FIELD_TEXT:
      kind = .text
      value = GlibString.take(poppler_form_field_text_get_text(field))
    case POPPLER_FORM_FIELD_CHOICE:
      kind = .choice
      value = GlibString.take(poppler_form_field_choice_get_text(field))
    case POPPLER_FORM_FIELD_SIGNATURE: kind = .signature
    default: kind = .button
    }
    return ContentMetadata.FormField(
      name: name ?? "", kind: kind,
      value: value.flatMap { caption($0, limit: ContentMetadata.longestText) }, page: page)
  }
}

/// A file inside a PDF.
private final class PDFAttachment {
  private let handle: UnsafeMutablePointer<PopplerAttachment>

  init(owning pointer: UnsafeMutableRawPointer) {
    handle = pointer.assumingMemoryBound(to: PopplerAttachment.self)
  }

  deinit {
    g_object_unref(handle)
  }

  var listing: ContentMetadata.Attachment {
    let facts = handle.pointee
    let name = facts.name.map { String(cString: $0) }.flatMap { PDFDocument.caption($0, limit: 500) }
    let words = facts.description.map { String(cString: $0) }
    return ContentMetadata.Attachment(
      name: name ?? "attachment",
      description: words.flatMap { PDFDocument.caption($0, limit: ContentMetadata.longestText) },
      // poppler says the largest number where the PDF says none.
      size: Int(exactly: facts.size).flatMap { $0 < Int(UInt32.max) ? $0 : nil })
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  func bytes() throws(DocumentError) -> [UInt8] {
    let output = Output()
    let isWhole = poppler_attachment_save_to_callback(
      handle,
      { data, count, closure, _ in
        guard let data, let closure else { return 0 }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        guard output.bytes.count + Int(count) <= WorkerReply.maximumBytes else { return 0 }
        output.bytes += UnsafeRawBufferPointer(start: data, count: Int(count))
        return 1
      }, Unmanaged.passUnretained(output).toOpaque(), nil)
    guard isWhole == 0 || !output.bytes.isEmpty else {
      throw DocumentError(.damaged, "the attachment is empty")
    }
    guard isWhole != 0 else {
      throw DocumentError(.documentTooLarge, "the attachment is damaged or too large")
    }
    return output.bytes
  }
}

/// Lists of GLib.
enum GlibList {
  /// The items of a list, which stays its owner's.
  static func items(of list: UnsafeMutablePointer<GList>?) -> [UnsafeMutableRawPointer] {
    var items: [UnsafeMutableRawPointer] = []
    var next = list
    while let node = next {
      if let data = node.pointee.data { items.append(data) }
      next = node.pointee.next
    }
    return items
  }

  /// The items of a list that is freed; the items are the caller's.
  static func take(_ list: UnsafeMutablePointer<GList>?) -> [UnsafeMutableRawPointer] {
    defer { g_list_free(list) }
    return items(of: list)
  }
}
