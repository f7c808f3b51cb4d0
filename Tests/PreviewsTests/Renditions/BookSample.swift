/// A book of two chapters, of which the first fills more than a page.
enum BookSample {
  /// An entry of its contents that leads nowhere comes last.
  static let contents = """
    <navPoint><navLabel><text>First</text></navLabel><content src="a.xhtml"/>\
    <navPoint><navLabel><text>Part</text></navLabel><content src="a.xhtml#part"/></navPoint></navPoint>\
    <navPoint><navLabel><text>Second</text></navLabel><content src="b.xhtml"/></navPoint>\
    <navPoint><navLabel><text>Nowhere</text></navLabel><content src="c.xhtml"/></navPoint>
    """

  /// The book in EPUB.
  static func epub(contents: String) -> [UInt8] {
    archive([
      ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container), ("book.opf", package),
      ("toc.ncx", "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><navMap>\(contents)</navMap></ncx>"),
      ("a.xhtml", page(String(repeating: "<p>Words</p>", count: 60) + "<h2 id=\"part\">Part</h2>")),
      ("b.xhtml", page(links)),
    ])
  }

  private static let container = """
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
    <rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
    """

  private static let package = """
    <package xmlns="http://www.idpf.org/2007/opf" version="2.0">\
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A Title</dc:title>\
    <dc:creator>An Author</dc:creator></metadata><manifest>\
    <item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>\
    <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>\
    <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>\
    <spine toc="n"><itemref idref="a"/><itemref idref="b"/></spine></package>
    """

  private static let links = """
    <a href="a.xhtml#part">back</a> <a href="http://example.org/">web</a> <a href="javascript:a()">script</a>
    """

  private static func page(_ body: String) -> String {
    "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title></head><body>\(body)</body></html>"
  }

  /// A ZIP archive of files that are not compressed; MuPDF does not compare their checksums.
  private static func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, text) in files {
      let size = little(text.utf8.count, 4)
      let common = [20, 0] + [UInt8](repeating: 0, count: 12) + size + size + little(name.utf8.count, 4)
      directory += [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 10)
      directory += little(archive.count, 4) + Array(name.utf8)
      archive += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + Array(text.utf8)
    }
    let count = little(files.count, 2)
    let sizes = little(directory.count, 4) + little(archive.count, 4)
    return archive + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + sizes + [0, 0]
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
