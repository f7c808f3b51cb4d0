/// A valid PDF of empty pages, written by hand (ISO 32000-1, 7.5).
enum SmallPDF {
  static func bytes(pages: Int = 1, width: Int = 200, height: Int = 300) -> [UInt8] {
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    objects.append("<< /Type /Pages /Count \(pages) /Kids [\(kids)] >>")
    for _ in 0..<pages {
      objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] >>")
    }
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (number, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n"
    }
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }
}
