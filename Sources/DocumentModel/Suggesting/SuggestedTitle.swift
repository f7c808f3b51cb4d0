/// A title that a document may be called by.
public struct SuggestedTitle: Hashable, Sendable {
  /// The most characters of a title.
  public static let maximumLength = 120

  /// The source of a title.
  public enum Source: String, Hashable, Sendable {
    /// The file's own metadata.
    case metadata
    /// The line of a letter that says its subject.
    case subject
    /// A heading near the top of the first page.
    case heading
  }

  /// The title on one line: a legal name, without an extension.
  public let text: String
  /// The source.
  public let source: Source
  /// The page that it stands on, from 1; nil for one of the metadata.
  public let page: Int?
  /// Where its words stand, in page units.
  public let boxes: [PageRectangle]

  /// The title that a text makes; nil for one that says nothing.
  init?(_ text: String, from source: Source, page: Int? = nil, boxes: [PageRectangle] = []) {
    guard let text = Self.cleaned(text) else { return nil }
    (self.text, self.source, self.page, self.boxes) = (text, source, page, boxes)
  }

  /// The name of a document with this title, with the extension of another name.
  public func name(inPlaceOf name: FileName) -> FileName {
    let ending = name.fileExtension.isEmpty ? "" : "." + (name.description.split(separator: ".").last ?? "")
    return FileName(sanitizing: text + ending)
  }

  /// The text on one line, without slashes, the signs of an end, and more than ``maximumLength`` characters.
  private static func cleaned(_ text: String) -> String? {
    let bounded = String(text.unicodeScalars.prefix(8 * maximumLength))
    let scalars = bounded.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == "/" || scalar == "\\" { return "-" }
      return scalar.properties.isWhitespace || FileName.isIllegal(scalar) ? " " : scalar
    }
    var line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    if line.count > maximumLength { line = cut(line) }
    line = line.trimming(Self.ends.union(["."]), atStart: true).trimming(Self.ends, atStart: false)
    if line.hasSuffix("."), !line.dropLast().contains(".") { line.removeLast() }
    guard line.unicodeScalars.count(where: \.properties.isAlphabetic) >= leastLetters(line) else {
      return nil
    }
    return FileName(sanitizing: line).description
  }

  /// Words of scripts without an alphabet have few characters.
  private static func leastLetters(_ line: String) -> Int {
    line.unicodeScalars.contains { $0.value >= 0x2E80 } ? 2 : 3
  }

  private static func cut(_ line: String) -> String {
    let beginning = line.prefix(maximumLength)
    guard let space = beginning.lastIndex(of: " "), beginning[..<space].count > maximumLength / 2 else {
      return String(beginning)
    }
    return String(beginning[..<space])
  }

  private static let ends: Set<Character> = [
    " ", ",", ";", ":", "-", "–", "—", "_", "|", "•", "·", "*", "=", "#", "\"", "“", "”", "„", "«", "»",
  ]
}

extension String {
  /// The text without some characters at its start or its end.
  fileprivate func trimming(_ characters: Set<Character>, atStart: Bool) -> String {
    guard !atStart else { return String(drop(while: characters.contains)) }
    let end = lastIndex { !characters.contains($0) }
    return end.map { String(self[...$0]) } ?? ""
  }
}
