import Testing

/// Malicious PDFs, each written by the lines below.
///
/// One page of 400 × 300 points by default; object 1 is the catalog, 2 the page tree, 3 the page, 4 its content.
struct PDFBomb: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  /// A harmless file with the given changes.
  init(
    _ name: String, catalog: String = "", tree: String = "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    box: String = "[0 0 400 300]", page: String = "", resources: String = "", content: String = "",
    objects: [Int: String] = [:], trailer: String = ""
  ) {
    self.name = name
    var all = [
      1: "<</Type/Catalog/Pages 2 0 R \(catalog)>>", 2: tree,
      3: "<</Type/Page/Parent 2 0 R/MediaBox\(box)/Contents 4 0 R/Resources<<\(resources)>>\(page)>>",
      4: PDFFile.stream(content),
    ]
    all.merge(objects) { $1 }
    let body = all.sorted { $0.key < $1.key }.map { "\($0.key) 0 obj \($0.value) endobj\n" }.joined()
    let size = (all.keys.max() ?? 0) + 1
    bytes = Array("%PDF-1.7\n\(body)trailer<</Root 1 0 R/Size \(size)\(trailer)>>\n".utf8)
  }

  static func form(_ content: String, resources: String) -> String {
    "<</Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<<\(resources)>>/Length \(content.utf8.count)>>"
      + "stream\n\(content)\nendstream"
  }

  /// Bombs that end by themselves; each is answered within seconds.
  static let finite = sizes + recursions + trees + structures + streams

  private static let sizes = [
    PDFBomb("a page of 14,400 points", box: "[0 0 14400 14400]"),
    PDFBomb(
      "a page of 12,000 points and thousandfold units", box: "[0 0 12000 12000]", page: "/UserUnit 1000"),
    PDFBomb("a page without area", box: "[0 0 0 0]"), PDFBomb("a page without height", box: "[0 0 400 0]"),
    PDFBomb("a page upside down", box: "[400 300 0 0]"),
    PDFBomb("a page whose numbers are none", box: "[nan nan inf -inf]"),
    PDFBomb("a page whose numbers overflow", box: "[0 0 1e400 99999999999999999999999999]"),
    PDFBomb("a page far away", box: "[-2000000000 -2000000000 -1999999600 -1999999700]"),
    PDFBomb("a page as thin as nothing", box: "[0 0 14400 0.0000001]"),
    PDFBomb("a crop box outside its page", page: "/CropBox[9000 9000 9100 9100]"),
    PDFBomb("a page turned by no quarter", page: "/Rotate 2147483647"),
  ]

  private static let recursions = [
    PDFBomb(
      "a form that draws itself", resources: "/XObject<</F 5 0 R>>", content: "/F Do",
      objects: [5: form("/F Do 0 0 50 50 re f", resources: "/XObject<</F 5 0 R>>")]),
    PDFBomb(
      "two forms that draw each other", resources: "/XObject<</F 5 0 R>>", content: "/F Do",
      objects: [
        5: form("/F Do", resources: "/XObject<</F 6 0 R>>"),
        6: form("/F Do", resources: "/XObject<</F 5 0 R>>"),
      ]),
    PDFBomb(
      "a pattern painted with itself", resources: "/Pattern<</P 5 0 R>>",
      content: "/Pattern cs /P scn 0 0 400 300 re f",
      objects: [
        5: "<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources"
          + "<</Pattern<</P 5 0 R>>>>/Length 37>>stream\n/Pattern cs /P scn 0 0 400 300 re f  \nendstream"
      ]),
    PDFBomb(
      "a mask that is masked by itself", resources: "/ExtGState<</G 5 0 R>>",
      content: "/G gs 0 0 400 300 re f",
      objects: [
        5: "<</SMask<</S/Luminosity/G 6 0 R>>>>",
        6: "<</Type/XObject/Subtype/Form/Group<</S/Transparency/CS/DeviceGray>>/BBox[0 0 400 300]/Resources"
          + "<</ExtGState<</G 5 0 R>>>>/Length 21>>stream\n/G gs 0 0 99 99 re f \nendstream",
      ]),
    PDFBomb(
      "states saved without end", content: String(repeating: "q ", count: 200_000) + "0 0 9 9 re f"),
    PDFBomb(
      "an annotation that looks like itself",
      page: "/Annots[<</Type/Annot/Subtype/Square/Rect[9 9 99 99]/F 4/AP<</N 5 0 R>>>>]",
      objects: [5: form("/F Do", resources: "/XObject<</F 5 0 R>>")]),
  ]

  private static let trees = [
    PDFBomb("a page tree that is its own child", tree: "<</Type/Pages/Kids[2 0 R]/Count 1>>"),
    PDFBomb(
      "page trees that are each other's children", tree: "<</Type/Pages/Kids[5 0 R 3 0 R]/Count 2>>",
      objects: [5: "<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>"]),
    PDFBomb("two billion pages that are not there", tree: "<</Type/Pages/Kids[3 0 R]/Count 2147483647>>"),
    PDFBomb("fewer than no pages", tree: "<</Type/Pages/Kids[3 0 R]/Count -5>>"),
    PDFBomb("pages without number", tree: "<</Type/Pages/Kids[3 0 R]/Count 99999999999999999999>>"),
    PDFBomb(
      "a page tree 3,000 levels deep", tree: "<</Type/Pages/Kids[10 0 R]/Count 1>>",
      objects: Dictionary(
        uniqueKeysWithValues: (10..<3_010).map { number in
          let child = number == 3_009 ? 3 : number + 1
          return (number, "<</Type/Pages/Parent \(number - 1) 0 R/Kids[\(child) 0 R]/Count 1>>")
        })),
    PDFBomb(
      "names that lead in circles", catalog: "/Names<</Dests 5 0 R>>",
      page: "/Annots[<</Type/Annot/Subtype/Link/Rect[9 9 99 99]/A<</S/GoTo/D(b)>>>>]",
      objects: [5: "<</Limits[(a)(z)]/Kids[5 0 R 5 0 R]>>"]),
    PDFBomb(
      "labels that lead in circles", catalog: "/PageLabels 5 0 R", objects: [5: "<</Kids[5 0 R]>>"]),
  ]

  private static let structures = [
    PDFBomb("a page that is itself", objects: [3: "3 0 R"]),
    PDFBomb("arrays 100,000 levels deep", page: "/X" + String(repeating: "[", count: 100_000)),
    PDFBomb("dictionaries 100,000 levels deep", page: String(repeating: "/X<<", count: 100_000)),
    PDFBomb(
      "a content that says it is as long as itself", objects: [4: "<</Length 4 0 R>>stream\nq\nendstream"]),
    PDFBomb("a content of a negative length", objects: [4: "<</Length -9>>stream\nq\nendstream"]),
    PDFBomb("a table of objects before itself", trailer: "/Prev 0/XRefStm 0"),
    PDFBomb(
      "objects inside themselves",
      objects: [5: "<</Type/ObjStm/N 9999999/First 4/Extends 5 0 R/Length 8>>stream\n5 0 5 0 \nendstream"]),
    PDFBomb(
      "a hundred thousand letters of a name", page: "/" + String(repeating: "x", count: 100_000) + " 1"),
    PDFBomb(
      "an unknown encryption", objects: [5: "<</Filter/Standard/V 99/R 99/O(x)/U(x)/P -1>>"],
      trailer: "/Encrypt 5 0 R/ID[(a)(a)]"),
  ]

  private static let streams = [
    PDFBomb(
      "a picture of four billion pixels", resources: "/XObject<</I 5 0 R>>",
      content: "400 0 0 300 0 0 cm /I Do",
      objects: [
        5: "<</Type/XObject/Subtype/Image/Width 65535/Height 65535/BitsPerComponent 8/ColorSpace/DeviceRGB"
          + "/Length 3>>stream\nabc\nendstream"
      ]),
    PDFBomb(
      "a picture whose size overflows", resources: "/XObject<</I 5 0 R>>",
      content: "400 0 0 300 0 0 cm /I Do",
      objects: [
        5: "<</Type/XObject/Subtype/Image/Width 2147483647/Height 2147483647/BitsPerComponent 16"
          + "/ColorSpace/DeviceCMYK/Length 3>>stream\nabc\nendstream"
      ]),
    PDFBomb(
      "a function of 32 inputs",
      resources: "/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Function 5 0 R>>>>",
      content: "/S sh",
      objects: [
        5: "<</FunctionType 0/Domain[\(String(repeating: "0 1 ", count: 32))]/Range[0 1]/BitsPerSample 8"
          + "/Size[\(String(repeating: "9 ", count: 32))]/Length 3>>stream\nabc\nendstream"
      ]),
    PDFBomb(
      "lines dashed a billion times", content: "[0.000001 0.000001] 0 d 0 0 m 400 300 l S"),
    PDFBomb("a line wider than any page", content: "1e30 w 0 0 m 1e30 1e30 l S -1e38 -1e38 2e38 2e38 re f"),
    PDFBomb(
      "letters as large as a city", resources: "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>",
      content: "BT /F 1e9 Tf (Sheaf) Tj ET"),
  ]
}
