/// Gives equal bytes equal numbers.
///
/// Bytes and not strings: canonically equivalent strings are equal, but another spelling is a change.
struct Numbering {
  private var numbers: [[UInt8]: Int32] = [:]

  mutating func number(of bytes: some Sequence<UInt8>, and end: UInt8? = nil) -> Int32 {
    var key = Array(bytes)
    if let end { key.append(end) }
    if let known = numbers[key] { return known }
    let next = Int32(truncatingIfNeeded: numbers.count)
    numbers[key] = next
    return next
  }
}
