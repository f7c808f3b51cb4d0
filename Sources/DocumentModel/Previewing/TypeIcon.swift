/// The drawn icon of a type: a page with a folded corner and a label, for one size in pixels.
///
/// Lines lie on whole pixels, so that the icon is sharp from 16 to 1024 pixels. Small ones are told apart by a band of the
/// type's colour. Large ones are plain: among pages they should not be the loudest.
public enum TypeIcon {
  /// The allowed sizes in pixels; other sizes are clamped to this range.
  public static let sizes = 16...1024
  /// The smallest size with a readable label, in pixels; smaller icons have the colour alone.
  static let smallestWithLabel = 32
  /// The smallest size, in pixels, at which an icon stands among pictures of pages: it is plain paper with a small label.
  static let smallestPlain = 128
  /// The longest label; longer ones are cut, because the letters would become too small.
  static let maximumLetters = 6

  /// A square SVG document of `size` pixels a side with `label` (an extension) in the colour of `family`.
  ///
  /// Any text is safe as a label: it is escaped, and characters that XML forbids are left out.
  ///
  /// ```swift
  /// let icon = TypeIcon.svg(label: "pdf", family: .document, size: 64)
  /// ```
  public static func svg(label: String, family: TypeFamily, size: Int) -> String {
    let side = min(max(size, sizes.lowerBound), sizes.upperBound)
    let sheet = Sheet(side: side)
    let shown = cut(label)
    let isPlain = side >= smallestPlain
    let band = isPlain ? "" : sheet.band(family.color)
    let text =
      side < smallestWithLabel || shown.isEmpty
      ? "" : isPlain ? sheet.smallText(shown, color: family.color) : sheet.text(shown)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" viewBox="0 0 \(side) \(side)" \
      role="img" aria-label="\(escaped(shown))">\(sheet.page)\(band)\(text)</svg>
      """
  }

  private static func cut(_ label: String) -> String {
    let clean = String(String.UnicodeScalarView(label.unicodeScalars.filter(isPrintable)))
    return clean.count > maximumLetters ? clean.prefix(maximumLetters - 1) + "…" : clean
  }

  /// Control characters, direction overrides and characters that XML 1.0 forbids are not printable.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }

  static func escaped(_ text: String) -> String {
    let entities: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return text.map { entities[$0] ?? String($0) }.joined()
  }

  private struct Sheet {
    let side: Int
    let stroke: Int
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int
    let fold: Int

    init(side: Int) {
      self.side = side
      stroke = max(1, side / 64)
      left = side * 5 / 32
      right = side - left
      top = side / 16
      bottom = side - top
      fold = max(3, side * 7 / 32)
    }

    /// Outline and fold.
    ///
    /// An odd stroke lies on half pixels, an even one on whole pixels.
    var page: String {
      let half = stroke.isMultiple(of: 2) ? "" : " transform=\"translate(.5 .5)\""
      let corner = "\(right - fold) \(top)"
      return """
        <g fill="#FFFFFF" stroke="#A9A39A" stroke-width="\(stroke)" stroke-linejoin="round"\(half)>\
        <path d="M\(left) \(top)H\(right - fold)L\(right) \(top + fold)V\(bottom)H\(left)Z"/>\
        <path fill="#E9E6E0" d="M\(corner)V\(top + fold)H\(right)Z"/></g>
        """
    }

    /// A bar across the lower part of the page, inside its outline.
    func band(_ color: String) -> String {
      let rectangle = bar
      return """
        <rect x="\(inside.left)" y="\(rectangle.top)" width="\(inside.right - inside.left)" \
        height="\(rectangle.height)" fill="\(color)"/>
        """
    }

    private var inside: (left: Int, right: Int) {
      (left: left + (stroke + 1) / 2, right: right - stroke / 2)
    }

    private var bar: (top: Int, height: Int) {
      (top: side * 9 / 16, height: max(3, side * 9 / 32))
    }

    /// Letters as large as the bar and the page's width allow: a bold letter is about 0.62 of its size wide.
    func text(_ label: String) -> String {
      let rectangle = bar
      let wide = Double(right - left) * 0.82 / (Double(label.count) * 0.62)
      let letter = min(Double(rectangle.height) * 0.66, wide)
      let size = (letter * 10).rounded() / 10
      let base = (Double(rectangle.top) + Double(rectangle.height) / 2 + size * 0.35).rounded()
      return text(label, size: size, base: Int(base), weight: 700, color: "#FFFFFF")
    }

    /// Letters of 12 pixels on a card of 176, in the middle of the page.
    func smallText(_ label: String, color: String) -> String {
      let size = (Double(side) * 120 / 176).rounded() / 10
      return text(label, size: size, base: side / 2 + Int(size * 0.35), weight: 600, color: color)
    }

    private func text(_ label: String, size: Double, base: Int, weight: Int, color: String) -> String {
      """
      <text x="\(side / 2)" y="\(base)" font-size="\(size)" font-weight="\(weight)" text-anchor="middle" \
      font-family="system-ui, 'DejaVu Sans', sans-serif" fill="\(color)">\(TypeIcon.escaped(label))</text>
      """
    }
  }
}

extension FileTypeRegistry {
  /// The icon of a type as SVG of `size` pixels a side.
  ///
  /// It is labelled with `fileExtension`, else with the preferred extension of the type, else with the first
  /// word of its name.
  public func icon(for type: TypeIdentifier, fileExtension: String = "", size: Int = 256) -> String {
    let name = String(name(of: type).prefix { $0 != " " })
    let label = fileExtension.isEmpty ? preferredExtension(of: type) ?? name : fileExtension
    return TypeIcon.svg(label: label, family: family(of: type), size: size)
  }
}
