import CQPDF
import DocumentModel

/// A PDF that is changed and not drawn: libqpdf, through its C interface.
///
/// Used by one thread. Handles of objects live as long as the file.
final class EditablePDF {
  typealias Object = qpdf_oh

  private let data: qpdf_data
  private let content: ContentBytes
  /// The file whose streams this one reads when it is written.
  private let source: EditablePDF?

  /// Opens a PDF; damage is repaired where that is possible.
  ///
  /// Throws `.passwordRequired` for one that is locked, `.damaged` for what is none, `.renderMemory`.
  init(_ content: ContentBytes, password: String?) throws(DocumentError) {
    guard let data = qpdf_init() else {
      throw DocumentError(.renderMemory, "there is not enough memory to open the PDF")
    }
    (self.data, self.content, source) = (data, content, nil)
    qpdf_silence_errors(data)
    qpdf_set_suppress_warnings(data, QPDF_BOOL(1))
    let bytes = content.bytes.bindMemory(to: CChar.self)
    _ = qpdf_read_memory(data, "document", bytes.baseAddress, UInt64(bytes.count), password)
    if let error = failure { throw error }
  }

  deinit {
    var data: qpdf_data? = data
    qpdf_cleanup(&data)
  }

  private var failure: DocumentError? {
    guard qpdf_has_error(data) != 0, let error = qpdf_get_error(data) else { return nil }
    if qpdf_get_error_code(data, error) == qpdf_e_password {
      return DocumentError(.passwordRequired, "the document is locked by a password")
    }
    return DocumentError(.damaged, "the PDF cannot be changed: it is damaged")
  }

  /// Gives each page its own size, turn and resources, and counts the pages.
  func preparePages() throws(DocumentError) -> Int {
    _ = qpdf_push_inherited_attributes_to_page(data)
    let count = qpdf_get_num_pages(data)
    if let error = failure { throw error }
    guard count > 0 else {
      throw DocumentError(.damaged, "the PDF cannot be changed: its pages are not found")
    }
    return Int(count)
  }

  /// A page, from 1.
  func page(_ number: Int) -> Object { qpdf_get_page_n(data, number - 1) }

  /// A new PDF of some pages, in their order; nothing of the other pages is in it.
  func extracted(_ pages: [Int]) throws(DocumentError) -> EditablePDF {
    let made = try EditablePDF(extractedFrom: self)
    for number in pages { _ = qpdf_add_page(made.data, data, page(number), QPDF_BOOL(0)) }
    if let error = made.failure ?? failure { throw error }
    return made
  }

  private init(extractedFrom source: EditablePDF) throws(DocumentError) {
    guard let data = qpdf_init() else {
      throw DocumentError(.renderMemory, "there is not enough memory to make the PDF")
    }
    (self.data, content, self.source) = (data, source.content, source)
    qpdf_silence_errors(data)
    qpdf_set_suppress_warnings(data, QPDF_BOOL(1))
    _ = qpdf_empty_pdf(data)
  }

  // MARK: Objects

  /// An object written in PDF's syntax, without references.
  func object(_ text: String) -> Object { qpdf_oh_parse(data, text) }

  /// A text for people.
  func text(_ text: String) -> Object { qpdf_oh_new_unicode_string(data, text) }

  /// A stream with a dictionary written in PDF's syntax.
  func stream(_ dictionary: String, _ bytes: [UInt8]) -> Object {
    let stream = qpdf_oh_new_stream(data)
    qpdf_oh_replace_stream_data(
      data, stream, bytes, bytes.count, qpdf_oh_new_null(data), qpdf_oh_new_null(data))
    let (own, wanted) = (qpdf_oh_get_dict(data, stream), object(dictionary))
    qpdf_oh_begin_dict_key_iter(data, wanted)
    while qpdf_oh_dict_more_keys(data) != 0 {
      guard let key = qpdf_oh_dict_next_key(data) else { break }
      qpdf_oh_replace_key(data, own, key, qpdf_oh_get_key(data, wanted, key))
    }
    return stream
  }

  /// The dictionary of a stream.
  func dictionary(of stream: Object) -> Object { qpdf_oh_get_dict(data, stream) }

  func setting(_ key: String, of dictionary: Object, to value: Object) {
    qpdf_oh_replace_key(data, dictionary, key, value)
  }

  /// A reference to an object of its own.
  func indirect(_ object: Object) -> Object { qpdf_make_indirect_object(data, object) }

  /// The value of a key that is a dictionary; made where there is none.
  func dictionary(_ key: String, of parent: Object) -> Object {
    let found = qpdf_oh_get_key(data, parent, key)
    if qpdf_oh_is_dictionary(data, found) != 0 { return found }
    qpdf_oh_replace_key(data, parent, key, qpdf_oh_new_dictionary(data))
    return qpdf_oh_get_key(data, parent, key)
  }

  /// Adds to an array, which is made where there is none.
  func append(_ item: Object, to key: String, of parent: Object) {
    if qpdf_oh_is_array(data, qpdf_oh_get_key(data, parent, key)) == 0 {
      qpdf_oh_replace_key(data, parent, key, qpdf_oh_new_array(data))
    }
    qpdf_oh_append_item(data, qpdf_oh_get_key(data, parent, key), item)
  }

  /// Puts contents before and after those of a page.
  func surround(_ page: Object, before: Object, after: Object) {
    let contents = qpdf_oh_get_key(data, page, "/Contents")
    let parts = qpdf_oh_new_array(data)
    qpdf_oh_append_item(data, parts, before)
    if qpdf_oh_is_array(data, contents) != 0 {
      for index in 0..<qpdf_oh_get_array_n_items(data, contents) {
        qpdf_oh_append_item(data, parts, qpdf_oh_get_array_item(data, contents, index))
      }
    } else if qpdf_oh_is_stream(data, contents) != 0 {
      qpdf_oh_append_item(data, parts, contents)
    }
    qpdf_oh_append_item(data, parts, after)
    qpdf_oh_replace_key(data, page, "/Contents", parts)
  }

  /// The numbers of an array, if they are so many.
  func numbers(_ key: String, of dictionary: Object, count: Int) -> [Double]? {
    let array = qpdf_oh_get_key(data, dictionary, key)
    guard qpdf_oh_is_array(data, array) != 0, qpdf_oh_get_array_n_items(data, array) == count else {
      return nil
    }
    let items = (0..<CInt(count)).map { qpdf_oh_get_array_item(data, array, $0) }
    guard items.allSatisfy({ qpdf_oh_is_number(data, $0) != 0 }) else { return nil }
    return items.map { qpdf_oh_get_numeric_value(data, $0) }
  }

  /// A whole number; nil for anything else.
  func integer(_ key: String, of dictionary: Object) -> Int? {
    let value = qpdf_oh_get_key(data, dictionary, key)
    return qpdf_oh_is_integer(data, value) != 0 ? Int(qpdf_oh_get_int_value_as_int(data, value)) : nil
  }

  // MARK: Writing

  /// The changed file; one that was encrypted still is.
  ///
  /// Throws `.documentTooLarge` beyond `limit`, `.damaged` for what cannot be written.
  func written(limit: Int) throws(DocumentError) -> [UInt8] {
    _ = qpdf_init_write_memory(data)
    qpdf_set_object_stream_mode(data, qpdf_o_preserve)
    // The same input gives the same bytes; the identifier of an encrypted file is part of its key.
    if qpdf_is_encrypted(data) == 0 { qpdf_set_deterministic_ID(data, QPDF_BOOL(1)) }
    _ = qpdf_write(data)
    if let error = failure { throw error }
    let count = qpdf_get_buffer_length(data)
    guard count <= limit, let bytes = qpdf_get_buffer(data) else {
      throw DocumentError(.documentTooLarge, "the PDF would be larger than \(limit >> 20) MiB")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
