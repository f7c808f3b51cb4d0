import Glibc
import HTTPTypes

/// Parses a `multipart/form-data` body, independent of the chunk boundaries.
///
/// The type is pure: bytes in, events out.
///
/// ```
///   ┌──────────┐ delimiter ┌───────────┐ line ends ┌─────────┐ empty line ┌──────┐
///   │ preamble │──────────▶│ delimiter │──────────▶│ headers │───────────▶│ data │
///   └──────────┘           └───────────┘           └─────────┘            └──────┘
///                             │     ▲                         delimiter      │
///                          -- │     └────────────────────────────────────────┘
///                             ▼
///                        ┌──────────┐
///                        │ epilogue │
///                        └──────────┘
/// ```
struct MultipartParser {
  enum Event: Equatable {
    case part(MultipartHeaders)
    case data([UInt8])
    case partEnd
  }

  private enum State { case preamble, delimiter, headers, data, epilogue }

  static let headerLimit = 8 * 1024
  static let partLimit = 1000

  private let mark: [UInt8]
  private var state = State.preamble
  private var parts = 0
  // The first delimiter may lack its line break, so one is prepended.
  private var pending: [UInt8] = Array("\r\n".utf8)

  init(boundary: MultipartBoundary) { mark = Array("\r\n--".utf8) + boundary.bytes }

  var isComplete: Bool { state == .epilogue }

  mutating func feed(_ bytes: [UInt8]) throws(HTTPError) -> [Event] {
    guard state != .epilogue else { return [] }
    pending += bytes
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  func finish() throws(HTTPError) {
    guard isComplete else { throw .malformedMultipart("the last boundary is missing") }
  }

  /// One transition of the state machine; false when more bytes are needed.
  private mutating func step(_ events: inout [Event]) throws(HTTPError) -> Bool {
    switch state {
    case .preamble: return skipToDelimiter(&events, keeping: false)
    case .data: return skipToDelimiter(&events, keeping: true)
    case .delimiter: return try readDelimiterEnd()
    case .headers: return try readHeaders(&events)
    case .epilogue:
      pending = []
      return false
    }
  }

  private mutating func skipToDelimiter(_ events: inout [Event], keeping: Bool) -> Bool {
    if let start = ByteSearch.first(mark, in: pending) {
      if keeping, start > 0 { events.append(.data(Array(pending[..<start]))) }
      if keeping { events.append(.partEnd) }
      pending.removeFirst(start + mark.count)
      state = .delimiter
      return true
    }
    // The last bytes may be the beginning of a delimiter.
    let sure = max(0, pending.count - mark.count + 1)
    if keeping, sure > 0 { events.append(.data(Array(pending[..<sure]))) }
    pending.removeFirst(sure)
    return false
  }

  /// After a delimiter, `--` ends the form; white space and a line break begin a part.
  private mutating func readDelimiterEnd() throws(HTTPError) -> Bool {
    guard pending.count >= 2 else { return false }
    if pending.starts(with: "--".utf8) {
      state = .epilogue
      return true
    }
    let rest = pending.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard pending.count - rest.count <= 70 else { throw .malformedMultipart("a boundary line is too long") }
    guard rest.count >= 2 else { return false }
    guard rest.starts(with: "\r\n".utf8) else { throw .malformedMultipart("a boundary line does not end") }
    parts += 1
    guard parts <= Self.partLimit else {
      throw .malformedMultipart("there are more than \(Self.partLimit) parts")
    }
    // The line break stays, because each header follows one and a part may have no headers.
    pending = Array(rest)
    state = .headers
    return true
  }

  private mutating func readHeaders(_ events: inout [Event]) throws(HTTPError) -> Bool {
    guard let end = ByteSearch.first(Array("\r\n\r\n".utf8), in: pending) else {
      guard pending.count <= Self.headerLimit else {
        throw .malformedMultipart("a part's headers are too large")
      }
      return false
    }
    guard end <= Self.headerLimit else { throw .malformedMultipart("a part's headers are too large") }
    events.append(.part(try MultipartHeaders(pending[..<end])))
    pending.removeFirst(end + 4)
    state = .data
    return true
  }
}

enum ByteSearch {
  /// The position of the first occurrence, or nil.
  ///
  /// `memchr` skips to the next candidate, many times faster than a loop over bytes.
  static func first(_ needle: [UInt8], in haystack: [UInt8]) -> Int? {
    haystack.withUnsafeBytes { haystack in
      guard let start = haystack.baseAddress, let head = needle.first else { return nil }
      var position = 0
      while haystack.count - position >= needle.count {
        let candidates = haystack.count - position - needle.count + 1
        guard let found = memchr(start + position, CInt(head), candidates) else { return nil }
        position = UnsafeRawPointer(found) - start
        if memcmp(found, needle, needle.count) == 0 { return position }
        position += 1
      }
      return nil
    }
  }
}
