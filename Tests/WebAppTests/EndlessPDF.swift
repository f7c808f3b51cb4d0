enum EndlessPDF {
  /// A page that draws itself a billion times.
  static func bytes() -> [UInt8] {
    var file = "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
    file += "2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n"
    file += "3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 700]/Contents 4 0 R"
    file +=
      "/Resources<</XObject<</X5 5 0 R>>>>>> endobj\n4 0 obj <</Length 6>> stream\n/X5 Do\nendstream endobj\n"
    for number in 5...14 {
      let inner =
        number < 14
        ? String(repeating: "/X\(number + 1) Do ", count: 10)
        : String(repeating: "0 0 m 600 700 l 600 0 l h f ", count: 10)
      let resources = number < 14 ? "/Resources<</XObject<</X\(number + 1) \(number + 1) 0 R>>>>" : ""
      file += "\(number) 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 600 700]\(resources)"
      file += "/Length \(inner.utf8.count)>> stream\n\(inner)\nendstream endobj\n"
    }
    return Array("\(file)trailer <</Root 1 0 R/Size 15>>\n".utf8)
  }
}
