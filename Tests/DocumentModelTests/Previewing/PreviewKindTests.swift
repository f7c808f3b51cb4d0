import DocumentModel
import Testing

@Suite struct `A preview` {
  @Test(arguments: [
    ("com.adobe.pdf", RendererKind.pdf), ("com.adobe.illustrator.ai-image", .pdf), ("public.png", .image),
    ("public.jpeg", .image), ("com.compuserve.gif", .image), ("org.webmproject.webp", .image),
    ("public.tiff", .image), ("public.heic", .image), ("public.avif", .image), ("public.svg-image", .image),
    ("public.plain-text", .text), ("public.email-message", .mail), ("com.apple.mail.emlx", .mail),
    ("org.unix.mbox", .mail), ("public.swift-source", .code),
    ("public.html", .code), ("public.json", .code), ("net.daringfireball.markdown", .markdown),
    ("public.comma-separated-values-text", .table), ("org.w3.woff2", .font), ("public.data", .bytes),
    ("com.unheard.of", .bytes), ("com.apple.binary-property-list", .bytes), ("com.microsoft.bmp", .image),
    ("public.jpeg-2000", .image), ("public.jpeg-2000-codestream", .image), ("com.apple.icns", .image),
    ("public.ppm", .image),
    ("com.canon.cr2-raw-image", .raw), ("com.adobe.raw-image", .raw),
  ])
  func `has pages when a worker can draw the type`(type: String, renderer: RendererKind) throws {
    let registry = try BuiltInRegistry.registry
    let type = try #require(TypeIdentifier(type))
    #expect(registry.renderer(for: type) == renderer)
    #expect(registry.previewKind(for: type) == .pages)
  }

  @Test(arguments: [
    ("public.mp3", PreviewKind.media), ("public.mpeg-4", .media),
    ("public.zip-archive", .archive), ("com.sun.java-archive", .archive), ("public.iso-image", .archive),
    ("org.openxmlformats.wordprocessingml.document", .icon), ("public.jpeg-xr", .icon),
    ("org.sheaf.board", .icon), ("public.folder", .icon), ("com.adobe.photoshop-image", .icon),
    ("com.microsoft.excel.xls", .icon),
  ])
  func `of any other type follows from what it conforms to`(type: String, kind: PreviewKind) throws {
    let registry = try BuiltInRegistry.registry
    let type = try #require(TypeIdentifier(type))
    #expect(registry.renderer(for: type) == nil)
    #expect(registry.previewKind(for: type) == kind)
  }

  @Test func `of a user's type is that of what it conforms to`() throws {
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(types: [FileType(identifier: "com.example.paper", name: "Paper", conformsTo: [.pdf])]))
    #expect(registry.renderer(for: "com.example.paper") == .pdf)
  }

  @Test func `of an unknown extension is its bytes`() throws {
    let unknown = try #require(TypeIdentifier(dynamic: .fileExtension("xyz")))
    #expect(try BuiltInRegistry.registry.renderer(for: unknown) == .bytes)
  }

  @Test(arguments: [
    ("com.adobe.pdf", TypeFamily.document), ("org.openxmlformats.wordprocessingml.document", .document),
    ("com.microsoft.excel.xls", .spreadsheet), ("org.oasis-open.opendocument.presentation", .presentation),
    ("public.png", .image), ("public.svg-image", .image), ("public.mp3", .audio), ("public.mpeg-4", .video),
    ("public.swift-source", .code), ("public.json", .code), ("public.plain-text", .text),
    ("public.zip-archive", .archive), ("org.w3.woff", .font), ("org.khronos.gltf", .model),
    ("public.vcard", .message), ("org.sheaf.board", .board), ("public.data", .data),
    ("public.folder", .folder),
    ("com.unheard.of", .data),
  ])
  func `icon's family is the nearest one`(type: String, family: TypeFamily) throws {
    #expect(try BuiltInRegistry.registry.family(of: #require(TypeIdentifier(type))) == family)
  }
}
