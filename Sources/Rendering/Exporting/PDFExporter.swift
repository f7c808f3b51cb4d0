import DocumentModel
import FoundationEssentials

/// Makes a PDF of some pages of another one, with marks in it; all else in the file stays as it is.
///
/// Marks become form XObjects (ISO 32000-1, 8.10), which are painted after a page's contents or are the appearances of
/// annotations.
struct PDFExporter {
  private let file: EditablePDF
  private let export: PDFExport

  /// The exporter of a PDF.
  ///
  /// Throws as ``EditablePDF/init(_:password:)``.
  init(_ content: ContentBytes, password: String?, _ export: PDFExport) throws(DocumentError) {
    file = try EditablePDF(content, password: password)
    self.export = export
  }

  /// The PDF's bytes.
  ///
  /// Throws `.notFound` for pages that are not there, `.documentTooLarge`, `.damaged`.
  func run() throws(DocumentError) -> [UInt8] {
    let count = try file.preparePages()
    if let pages = export.pages {
      guard !pages.isEmpty, pages.allSatisfy((1...count).contains) else {
        throw DocumentError(.notFound, "the document has \(count) pages, and not all that are asked for")
      }
    }
    for text in export.texts where (1...count).contains(text.number) { lay(text) }
    if export.marks != .none { mark(count) }
    let kept = if let pages = export.pages { try file.extracted(pages) } else { file }
    return try kept.written(limit: BoardLimits.renditionBytes)
  }

  private func mark(_ count: Int) {
    let marks = Dictionary(grouping: export.annotations.filter(\.isPlaced), by: \.mark.page)
    for sheet in export.sheets where (1...count).contains(sheet.number) {
      guard let annotations = marks[sheet.number] else { continue }
      let page = file.page(sheet.number)
      let frame = PageFrame(page, in: file, shown: sheet.size)
      if export.marks == .flat {
        draw(annotations, onPage: sheet.number, page, frame)
      } else {
        for annotation in annotations { add(annotation, to: page, frame) }
      }
    }
  }

  // MARK: Drawn into the page

  private func draw(
    _ annotations: [Annotation], onPage number: Int, _ page: EditablePDF.Object, _ frame: PageFrame
  ) {
    // Highlights lie below all else, as in the app.
    let ordered =
      annotations.filter { $0.mark.kind == .highlight } + annotations.filter { $0.mark.kind != .highlight }
    let paths = ordered.map { MarkPath($0.mark).text }.joined()
    let size = frame.shown
    let whole = PageRectangle(x: -size.width, y: -size.height, width: 3 * size.width, height: 3 * size.height)
    let form = file.indirect(form(paths, whole, frame))
    paint(form, named: "/SheafMarks\(number)", on: page)
  }

  /// - Parameter name: a page may share its resources with other pages, which have marks and words of their own.
  private func paint(_ form: EditablePDF.Object, named name: String, on page: EditablePDF.Object) {
    file.setting(name, of: file.dictionary("/XObject", of: file.dictionary("/Resources", of: page)), to: form)
    file.surround(
      page, before: file.indirect(file.stream("<< >>", Array("q\n".utf8))),
      after: file.indirect(file.stream("<< >>", Array("\nQ q \(name) Do Q\n".utf8))))
  }

  // MARK: Words over pictures

  private func lay(_ text: PDFExport.Text) {
    let page = file.page(text.number)
    let frame = PageFrame(page, in: file, shown: text.size)
    let layer = TextLayer(text.words)
    let form = form(
      layer.operators, PageRectangle(x: 0, y: 0, width: text.size.width, height: text.size.height), frame)
    let fonts = file.dictionary("/Font", of: file.dictionary("/Resources", of: file.dictionary(of: form)))
    for (number, letters) in layer.fonts.enumerated() {
      file.setting(TextLayer.name(number), of: fonts, to: file.indirect(font(letters)))
    }
    paint(file.indirect(form), named: "/SheafWords\(text.number)", on: page)
  }

  /// A font whose glyphs draw nothing.
  private func font(_ letters: [Unicode.Scalar]) -> EditablePDF.Object {
    let font = file.object(
      """
      << /Type /Font /Subtype /Type3 /FontBBox \(TextLayer.bounds) /FontMatrix [0.001 0 0 0.001 0 0] \
      /FirstChar 0 /LastChar \(letters.count - 1) /Resources << >> \
      /Widths [\(letters.map { _ in "500" }.joined(separator: " "))] \
      /Encoding << /Type /Encoding /Differences [0 \(letters.map { _ in "/glyph" }.joined(separator: " "))] >> >>
      """)
    file.setting(
      "/glyph", of: file.dictionary("/CharProcs", of: font),
      to: file.indirect(file.stream("<< >>", Array("500 0 d0".utf8))))
    file.setting(
      "/ToUnicode", of: font,
      to: file.indirect(file.stream("<< >>", Array(TextLayer.unicodeMap(of: letters).utf8))))
    return font
  }

  /// A form of operators in the units of the page as shown.
  private func form(_ operators: String, _ bounds: PageRectangle, _ frame: PageFrame) -> EditablePDF.Object {
    let box = [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height]
    return file.stream(
      """
      << /Type /XObject /Subtype /Form /BBox [\(Self.list(box))] /Matrix [\(Self.list(frame.matrix))] \
      /Resources << /ExtGState << \(MarkPath.highlightState) >> >> >>
      """, Array(operators.utf8))
  }

  private static func list(_ values: [Double]) -> String {
    values.map(MarkPath.number).joined(separator: " ")
  }

  // MARK: As annotations

  private func add(_ annotation: Annotation, to page: EditablePDF.Object, _ frame: PageFrame) {
    let mark = annotation.mark
    let path = MarkPath(mark)
    let corners = [
      frame.user(BoardPoint(x: path.bounds.x, y: path.bounds.y)),
      frame.user(BoardPoint(x: path.bounds.x + path.bounds.width, y: path.bounds.y + path.bounds.height)),
    ]
    let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    let made = file.object(
      """
      << /Type /Annot /Subtype \(Self.subtype(mark.kind)) /F 4 /C [\(MarkPath.color(mark.color))] \
      /Rect [\(Self.list([xs[0], ys[0], xs[1], ys[1]]))] \(geometry(of: mark, frame)) >>
      """)
    file.setting("/NM", of: made, to: file.text(annotation.id.description))
    file.setting("/M", of: made, to: file.text(Self.date(annotation.modified)))
    file.setting("/CreationDate", of: made, to: file.text(Self.date(annotation.created)))
    if !annotation.creator.isEmpty { file.setting("/T", of: made, to: file.text(annotation.creator)) }
    let words = annotation.note.isEmpty ? annotation.quote?.exact ?? "" : annotation.note
    if !words.isEmpty { file.setting("/Contents", of: made, to: file.text(words)) }
    file.setting(
      "/N", of: file.dictionary("/AP", of: made), to: file.indirect(form(path.text, path.bounds, frame)))
    file.append(file.indirect(made), to: "/Annots", of: page)
  }

  private static func subtype(_ kind: AnnotationMark.Kind) -> String {
    switch kind {
    case .highlight: "/Highlight"
    case .underline: "/Underline"
    case .strikeout: "/StrikeOut"
    case .ink: "/Ink"
    case .note: "/Text"
    case .rectangle: "/Square"
    case .ellipse: "/Circle"
    case .line, .arrow: "/Line"
    }
  }

  /// The entries by which other programs know the place, for when they draw the annotation anew.
  private func geometry(of mark: AnnotationMark, _ frame: PageFrame) -> String {
    let width = "/BS << /W \(MarkPath.number(mark.width * frame.unit)) >>"
    func places(_ points: [BoardPoint]) -> String {
      Self.list(points.map(frame.user).flatMap { [$0.x, $0.y] })
    }
    switch mark.kind {
    case .highlight, .underline, .strikeout:
      // The order in which programs write corners: upper left, upper right, lower left, lower right.
      let corners = mark.boxes.flatMap { box in
        [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map {
          BoardPoint(x: box.x + $0.0 * box.width, y: box.y + $0.1 * box.height)
        }
      }
      return "/CA \(mark.kind == .highlight ? "0.8" : "1") /QuadPoints [\(places(corners))]"
    case .ink: return "/InkList [[\(places(mark.points.map(\.place)))]] \(width)"
    case .note: return "/Name /Comment /Open false"
    case .rectangle, .ellipse: return width
    case .line, .arrow:
      let ends = mark.kind == .arrow ? "/LE [/None /OpenArrow]" : ""
      return "/L [\(places(mark.points.map(\.place)))] \(ends) \(width)"
    }
  }

  /// A time as PDF writes it (ISO 32000-1, 7.9.4).
  private static func date(_ date: Date) -> String {
    let text = date.formatted(Date.ISO8601FormatStyle())
    return "D:\(text.filter(\.isNumber).prefix(14))Z"
  }
}

/// The place of a page as shown in the space of its PDF (ISO 32000-1, 8.3.2.3 and 14.11.2).
private struct PageFrame {
  /// The size in units of marks.
  let shown: PageSize
  /// From units of the page as shown, from its top left corner, to the PDF's.
  let matrix: [Double]

  init(_ page: EditablePDF.Object, in file: EditablePDF, shown: PageSize) {
    self.shown = shown
    let media = Self.box(file.numbers("/MediaBox", of: page, count: 4)) ?? (0, 0, 612, 792)
    let crop = Self.box(file.numbers("/CropBox", of: page, count: 4)) ?? media
    let (left, bottom) = (max(media.0, crop.0), max(media.1, crop.1))
    let (right, top) = (min(media.2, crop.2), min(media.3, crop.3))
    let turn = ((file.integer("/Rotate", of: page) ?? 0) % 360 + 360) % 360
    let (width, height) = turn % 180 == 0 ? (right - left, top - bottom) : (top - bottom, right - left)
    let (sx, sy) = (width / max(1e-6, shown.width), height / max(1e-6, shown.height))
    matrix =
      switch turn {
      case 90: [0, sx, sy, 0, left, bottom]
      case 180: [-sx, 0, 0, sy, right, bottom]
      case 270: [0, -sx, -sy, 0, right, top]
      default: [sx, 0, 0, -sy, left, top]
      }
  }

  /// The length of a unit in the PDF's.
  var unit: Double { abs(matrix[0]) + abs(matrix[1]) }

  func user(_ place: BoardPoint) -> BoardPoint {
    BoardPoint(
      x: matrix[0] * place.x + matrix[2] * place.y + matrix[4],
      y: matrix[1] * place.x + matrix[3] * place.y + matrix[5])
  }

  private static func box(_ corners: [Double]?) -> (Double, Double, Double, Double)? {
    guard let corners else { return nil }
    return (
      min(corners[0], corners[2]), min(corners[1], corners[3]), max(corners[0], corners[2]),
      max(corners[1], corners[3])
    )
  }
}
