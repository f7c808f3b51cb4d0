import Foundation
import FoundationXML
import Testing

@testable import DocumentModel

@Suite struct `A type icon` {
  private final class Drawing: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func draw(_ svg: String) throws -> Drawing {
    let drawing = Drawing()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = drawing
    try #require(parser.parse(), "\(svg)")
    return drawing
  }

  @Test(arguments: [16, 24, 31, 32, 33, 48, 64, 100, 128, 256, 512, 1024])
  func `is a square of its size with all lines on whole pixels`(size: Int) throws {
    let drawing = try draw(TypeIcon.svg(label: "pdf", family: .document, size: size))
    #expect(drawing.elements.first?.attributes["viewBox"] == "0 0 \(size) \(size)")
    #expect(drawing.elements.first?.attributes["width"] == "\(size)")
    for (name, attributes) in drawing.elements where name == "rect" {
      for key in ["x", "y", "width", "height"] {
        #expect(attributes[key].flatMap(Int.init) != nil, "\(attributes)")
      }
    }
    #expect(drawing.elements.filter { $0.name == "path" }.count == 2)
  }

  @Test func `is plain paper with a small label among pictures of pages`() throws {
    let small = try draw(TypeIcon.svg(label: "pdf", family: .document, size: 96))
    let large = try draw(TypeIcon.svg(label: "pdf", family: .document, size: 176))
    #expect(small.elements.contains { $0.name == "rect" })
    #expect(large.elements.allSatisfy { $0.name != "rect" })
    #expect(large.elements.last?.attributes["font-size"] == "12.0" && large.text == "pdf")
  }

  @Test func `has a label where letters can be read`() throws {
    #expect(try draw(TypeIcon.svg(label: "pdf", family: .document, size: 64)).text == "pdf")
    #expect(try draw(TypeIcon.svg(label: "pdf", family: .document, size: 16)).text == "")
    #expect(
      try draw(TypeIcon.svg(label: "", family: .document, size: 64)).elements.allSatisfy { $0.name != "text" }
    )
  }

  @Test(arguments: [
    "<script>", "a\"b", "a'b", "&lt;", "]]>", "a\u{0}b", "\u{202E}fdp", "\u{FFFE}", "👩‍👩‍👧‍👦", "数据",
  ])
  func `is well formed whatever the label`(label: String) throws {
    let svg = TypeIcon.svg(label: label, family: .text, size: 64)
    let drawing = try draw(svg)
    #expect(drawing.elements.allSatisfy { ["svg", "g", "path", "rect", "text"].contains($0.name) })
    #expect(!svg.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `cuts long labels and makes their letters smaller`() throws {
    #expect(try draw(TypeIcon.svg(label: "sheafboard", family: .board, size: 64)).text == "sheaf…")
    func letters(_ label: String) throws -> Double {
      let text = try draw(TypeIcon.svg(label: label, family: .board, size: 96)).elements.first {
        $0.name == "text"
      }
      return try #require(text?.attributes["font-size"].flatMap(Double.init))
    }
    #expect(try letters("sheafb") < letters("pdf"))
  }

  @Test(arguments: [(-5, 16), (0, 16), (15, 16), (1025, 1024), (.max, 1024)])
  func `keeps to sizes that make sense`(asked: Int, drawn: Int) throws {
    let drawing = try draw(TypeIcon.svg(label: "x", family: .data, size: asked))
    #expect(drawing.elements.first?.attributes["height"] == "\(drawn)")
  }

  @Test(arguments: TypeFamily.allCases)
  func `has white letters that can be read on its colour`(family: TypeFamily) throws {
    let number = try #require(Int(family.color.dropFirst(), radix: 16))
    let channels = [number >> 16 & 255, number >> 8 & 255, number & 255].map { value -> Double in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    #expect(1.05 / (luminance + 0.05) >= 4.5)
  }

  @Test func `of a type is labelled with the file's extension, the type's, or its name`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(try draw(registry.icon(for: "public.jpeg", fileExtension: "jpe")).text == "jpe")
    #expect(try draw(registry.icon(for: "public.jpeg")).text == "jpg")
    #expect(try draw(registry.icon(for: .image)).text == "Image")
    #expect(try draw(registry.icon(for: "com.unheard.of", size: 64)).text == "com.u…")
  }

  @Test func `exists for every type`() throws {
    let registry = try BuiltInRegistry.registry
    for type in registry.types { _ = try draw(registry.icon(for: type.identifier, size: 32)) }
  }
}
