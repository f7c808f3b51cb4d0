import CHighlight
import DocumentModel

/// The coloured parts of code, found by source-highlight.
///
/// The library reads lines in their order, about 1 MB in a second. A page far behind the last one that was read begins
/// without what stands above it. Used by one thread.
final class SyntaxReader {
  struct Part {
    /// Offsets in the line.
    let range: Range<Int>
    let color: InkColor
  }

  /// The text before a page that is read to know whether it begins inside a comment, in bytes.
  static let reach = 128 << 10
  /// Longer lines stay black: rules take a time that grows faster than the line.
  private static let longestLine = 1000

  private let language: String
  private var handle: OpaquePointer?
  /// The offset of the next line.
  private(set) var position = 0

  /// Nil for a language without rules.
  ///
  /// - Parameter language: the extension of its files.
  init?(_ language: String) {
    self.language = Self.related[language] ?? language
    handle = chighlight_open(self.language)
    if handle == nil { return nil }
  }

  deinit {
    chighlight_close(handle)
  }

  /// Languages without rules of their own, or whose extension has those of another one, with the most similar one.
  private static let related = [
    "swift": "scala", "kt": "scala", "kts": "scala", "ts": "js", "tsx": "js", "jsx": "js", "mjs": "js",
    "cjs": "js", "m": "cpp", "mm": "cpp", "hpp": "cpp", "rs": "cpp", "zig": "cpp", "cl": "cpp", "cu": "cpp",
    "metal": "cpp", "v": "cpp", "scad": "cpp", "gv": "cpp", "dart": "java", "vhd": "ada", "vb": "vbs",
    "nim": "py", "graphql": "py", "jl": "rb", "ex": "rb", "pl": "perl", "pro": "prolog", "fs": "ml",
    "clj": "lisp", "cob": "cbl", "vue": "html", "svelte": "html", "bash": "sh", "zsh": "sh", "fish": "sh",
    "ps1": "sh", "tf": "sh", "nix": "sh", "cmake": "sh", "dockerfile": "sh", "mk": "makefile",
    "yaml": "properties", "yml": "properties", "toml": "properties", "ini": "properties", "env": "properties",
    "scss": "css", "less": "css",
  ]

  /// Begins a text anew at an offset.
  func restart(at offset: Int) {
    chighlight_close(handle)
    handle = chighlight_open(language)
    position = offset
  }

  /// The parts of the next line, without its line feed.
  func read(_ line: ArraySlice<UInt8>) -> [Part] {
    position = line.endIndex + 1
    guard let handle, line.count <= Self.longestLine else { return [] }
    let found = Found()
    line.withUnsafeBytes { bytes in
      _ = chighlight_read(
        handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
        { context, kind, start, length in
          guard let context, let color = SyntaxReader.colors[kind] else { return }
          Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().parts
            .append(Part(range: start..<start + length, color: color))
        }, Unmanaged.passUnretained(found).toOpaque())
    }
    return found.parts.filter { $0.range.upperBound <= line.count }
  }

  private final class Found {
    var parts: [Part] = []
  }

  private static let colors: [CInt: InkColor] = [
    CInt(chighlight_keyword.rawValue): InkColor(red: 0x8A, green: 0x2E, blue: 0x6B),
    CInt(chighlight_type.rawValue): InkColor(red: 0x1F, green: 0x6E, blue: 0x7A),
    CInt(chighlight_text.rawValue): InkColor(red: 0x2E, green: 0x7D, blue: 0x4F),
    CInt(chighlight_comment.rawValue): InkColor(red: 0x7A, green: 0x74, blue: 0x6B),
    CInt(chighlight_number.rawValue): InkColor(red: 0x8A, green: 0x5A, blue: 0x00),
    CInt(chighlight_directive.rawValue): InkColor(red: 0xB3, green: 0x26, blue: 0x1E),
    CInt(chighlight_name.rawValue): InkColor(red: 0x2B, green: 0x55, blue: 0xC9),
  ]
}
