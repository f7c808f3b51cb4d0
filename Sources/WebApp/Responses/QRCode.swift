import CQREncode

/// A text as a QR code (ISO/IEC 18004), drawn by libqrencode with error correction of level M.
struct QRCode {
  /// The most bytes of a text: what fits well onto a screen, and into a camera.
  static let longest = 1_024
  /// The light margin that the standard asks for, in modules.
  private static let quietZone = 4

  /// The number of modules on a side.
  let side: Int
  private let modules: [Bool]

  /// Nil for a text that is empty or longer than `longest` bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.longest).contains(bytes.count),
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit of each says whether the module is dark.
    modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
  }

  /// A picture of any size, dark on light whatever the theme of the app: cameras expect that.
  var svg: String {
    let whole = side + 2 * Self.quietZone
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(whole) \(whole)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path d="\((0..<side).map(row).joined())"/></svg>
      """
  }

  /// The dark modules of a row, each run of them as one rectangle.
  private func row(_ y: Int) -> String {
    let dark = (0..<side).filter { modules[y * side + $0] }
    let starts = dark.filter { $0 == 0 || !modules[y * side + $0 - 1] }
    return starts.map { start in
      let end = (start..<side).first { !modules[y * side + $0] } ?? side
      return "M\(start + Self.quietZone) \(y + Self.quietZone)h\(end - start)v1h-\(end - start)z"
    }.joined()
  }
}
