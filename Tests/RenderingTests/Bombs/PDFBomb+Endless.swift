extension PDFBomb {
  /// Bombs that would take hours and must be ended from outside.
  static let endless = [
    PDFBomb(
      "ten forms that draw the next ten times", resources: "/XObject<</F 10 0 R>>", content: "/F Do",
      objects: Dictionary(
        uniqueKeysWithValues: (10...20).map { number in
          let draw = number == 20 ? "0 0 300 200 re f" : String(repeating: "/F Do ", count: 10)
          return (number, form(draw, resources: "/XObject<</F \(number + 1) 0 R>>"))
        })),
    // cairo locks the font while it draws one of its letters, and then waits for its own lock.
    PDFBomb(
      "a font whose letters are written in it", resources: "/Font<</F 5 0 R>>",
      content: "BT /F 20 Tf 50 50 Td (aaaa) Tj ET",
      objects: [
        5: "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97"
          + "/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>/Resources<</Font<</F 5 0 R>>>>>>",
        6: PDFFile.stream("9 0 d0 BT /F 1 Tf (a) Tj ET"),
      ]),
  ]

  /// Nested transparency groups as large as the page, each of which needs the page's pixels again.
  static func nestedGroups(levels: Int, side: Int) -> PDFBomb {
    let groups = (0..<levels).map { level in
      let isLast = level == levels - 1
      let content = isLast ? "0 0 1 rg 9 9 999 999 re f" : "0 1 0 rg 9 9 999 999 re f /G gs /X Do"
      let inner = isLast ? "" : "/XObject<</X \(11 + level) 0 R>>/ExtGState<</G<</ca 0.9>>>>"
      let group = "<</Type/XObject/Subtype/Form/Group<</S/Transparency/I true>>/BBox[0 0 \(side) \(side)]"
      return (
        10 + level,
        "\(group)/Resources<<\(inner)>>/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
      )
    }
    return PDFBomb(
      "groups in groups", box: "[0 0 \(side) \(side)]",
      resources: "/XObject<</X 10 0 R>>/ExtGState<</G<</ca 0.9>>>>", content: "/G gs /X Do",
      objects: Dictionary(uniqueKeysWithValues: groups))
  }

  /// PDFs that try to reach `port` on this machine, or to write `path`, when they are opened, drawn or read.
  static func active(port: UInt16, path: String) -> [PDFBomb] {
    let address = "http://127.0.0.1:\(port)"
    let actions = [
      "a script": "/S/JavaScript/JS(this.submitForm\\('\(address)/a'\\); app.launchURL\\('\(address)/b'\\);)",
      "a program":
        "/S/Launch/F(/usr/bin/touch)/Win<</F(touch)/P(\(path))>>/Unix<</F(/usr/bin/touch)/P(\(path))>>",
      "a form that is sent": "/S/SubmitForm/F<</FS/URL/F(\(address)/c)>>/Fields[]",
      "a web address": "/S/URI/URI(\(address)/d)",
      "another document": "/S/GoToR/F<</FS/URL/F(\(address)/e.pdf)>>/D[0/Fit]",
      "data that is brought in": "/S/ImportData/F(\(address)/f.fdf)",
      "a film": "/S/Rendition/OP 0/R<</S/MR/C<</S/MCD/D<</FS/URL/F(\(address)/g.mp4)>>>>>>",
    ]
    let files = actions.sorted { $0.key < $1.key }.map { name, action in
      PDFBomb(
        name, catalog: "/OpenAction<<\(action)>>/AA<</WC<<\(action)>>/DP<<\(action)>>>>",
        page: "/AA<</O<<\(action)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[9 9 99 99]/A<<\(action)>>/AA<<"
          + "/PV<<\(action)>>/PO<<\(action)>>>>>>]")
    }
    return files + [external(address)]
  }

  /// A content and an image at other addresses.
  private static func external(_ address: String) -> PDFBomb {
    PDFBomb(
      "contents that lie elsewhere", resources: "/XObject<</I 5 0 R>>", content: "400 0 0 300 0 0 cm /I Do",
      objects: [
        5: "<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray"
          + "/F<</FS/URL/F(\(address)/h)>>/Length 0>>stream\n\nendstream"
      ])
  }

  /// A linearized file of two pages, with a valid first object unless `length` is given.
  static func linearized(length: Int? = nil, first: Int = 3, hints: Int = 0) -> PDFBomb {
    func file(_ length: String) -> String {
      """
      %PDF-1.5
      9 0 obj <</Linearized 1/L \(length)/H[\(hints) 20]/O \(first)/E 400/N 2/T 500>> endobj
      3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<<>>>> endobj
      4 0 obj <</Length 19>>stream
      1 0 0 rg 0 0 9 9 re f
      endstream endobj
      1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
      2 0 obj <</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>> endobj
      5 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>> endobj
      trailer<</Root 1 0 R/Size 10>>
      """
    }
    let honest = file("00000").utf8.count
    let digits = String(length ?? honest)
    let text = file(String(repeating: "0", count: max(0, 5 - digits.count)) + digits)
    return PDFBomb(named: "linearized", Array(text.utf8))
  }

  private init(named name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
