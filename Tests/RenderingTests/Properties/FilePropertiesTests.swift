import CArchive
import DocumentModel
import Testing

@testable import Rendering

@Suite("The properties that a file states about itself")
struct FilePropertiesTests {
  private func fields(_ bytes: [UInt8], description: String = "data") throws -> [String: String] {
    try FileProperties.read(Contents.descriptor(bytes), description: description).fields
  }

  private func package(_ parts: [String: String]) throws -> [UInt8] {
    let entries = parts.sorted { $0.key < $1.key }.map {
      ArchiveFile.Entry(path: $0.key, data: Array($0.value.utf8))
    }
    return try ArchiveFile(entries, [archive_write_set_format_zip]).bytes
  }

  @Test("a Word document has author, language, dates and program")
  func openXML() throws {
    let core = """
      <?xml version="1.0"?><cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc" xmlns:dcterms="urn:t">
      <dc:title>Bericht</dc:title><dc:creator>Ada</dc:creator><cp:lastModifiedBy>Grace</cp:lastModifiedBy>
      <dc:language>de-DE</dc:language><dcterms:created>2001-02-03T04:05:06Z</dcterms:created>
      <dcterms:modified>2002-03-04T05:06:07+01:00</dcterms:modified><dc:subject> </dc:subject></cp:coreProperties>
      """
    let app = "<Properties><Application>Microsoft Office Word</Application><Pages>3</Pages></Properties>"
    let found = try fields(
      package(["docProps/core.xml": core, "docProps/app.xml": app, "word/x.xml": "<x/>"]))
    #expect(
      found == [
        "title": "Bericht", "author": "Ada", "lastAuthor": "Grace", "language": "de-DE",
        "created": "2001-02-03T04:05:06Z", "modified": "2002-03-04T04:06:07Z",
        "creator": "Microsoft Office Word",
      ])
  }

  @Test("an OpenDocument tells its first author from its last, and its dates have no zone")
  func openDocument() throws {
    let meta = """
      <office:document-meta xmlns:office="urn:o" xmlns:meta="urn:m" xmlns:dc="urn:d"><office:meta>
      <meta:initial-creator>Ada</meta:initial-creator><dc:creator>Grace</dc:creator><dc:title>Plan</dc:title>
      <meta:keyword>one</meta:keyword><meta:keyword>two</meta:keyword>
      <meta:creation-date>2001-02-03T04:05:06.789</meta:creation-date><dc:date>2002-03-04</dc:date>
      </office:meta></office:document-meta>
      """
    let found = try fields(package(["meta.xml": meta]))
    #expect(found["author"] == "Ada" && found["lastAuthor"] == "Grace" && found["keywords"] == "one, two")
    #expect(found["created"] == "2001-02-03T04:05:06Z" && found["modified"] == "2002-03-04T00:00:00Z")
  }

  @Test("a book has its language and publisher")
  func book() throws {
    let opf = """
      <package><metadata xmlns:dc="urn:d"><dc:title>Sheaves</dc:title><dc:language>en</dc:language>
      <dc:publisher>Field</dc:publisher><dc:date>1999</dc:date></metadata></package>
      """
    let found = try fields(package(["OEBPS/content.opf": opf]))
    #expect(
      found == [
        "title": "Sheaves", "language": "en", "publisher": "Field", "created": "1999-01-01T00:00:00Z",
      ])
  }

  @Test("an OpenDocument in one file has the properties of one in a package, however much follows")
  func flatOpenDocument() throws {
    let text = """
      <?xml version="1.0"?><office:document xmlns:office="urn:o" xmlns:meta="urn:m" xmlns:dc="urn:d"><office:meta>
      <meta:initial-creator>Ada</meta:initial-creator><dc:title>Plan</dc:title><dc:date>2002-03-04</dc:date>
      </office:meta><office:body>\(String(repeating: "<p>words</p>", count: 200_000))</office:body></office:document>
      """
    #expect(
      try fields(Array(text.utf8)) == [
        "title": "Plan", "author": "Ada", "modified": "2002-03-04T00:00:00Z",
      ])
  }

  @Test("a FictionBook has its title, the whole names of its authors, and its publisher")
  func fictionBook() throws {
    let text = """
      <FictionBook xmlns="urn:f"><description><title-info><genre>prose</genre>
      <author><first-name>Ada</first-name><last-name>Byron</last-name></author><author><nickname>Grace</nickname></author>
      <book-title>Сноп</book-title><date>1843</date><lang>ru</lang></title-info>
      <document-info><author><nickname>scanner</nickname></author></document-info>
      <publish-info><book-name>other</book-name><publisher>Field</publisher></publish-info></description>
      <body><p>words</p></body></FictionBook>
      """
    #expect(
      try fields(Array(text.utf8)) == [
        "title": "Сноп", "author": "Ada Byron, Grace", "created": "1843-01-01T00:00:00Z", "language": "ru",
        "publisher": "Field",
      ])
  }

  @Test(
    "other XML is described as other bytes are",
    arguments: ["<html><title>x</title></html>", "<document><p>x</p></document>", "<", "<a", "< b"])
  func otherXML(text: String) throws {
    #expect(try fields(Array(text.utf8), description: "XML text") == ["format": "XML text"])
  }

  @Test("a Kindle book has title, authors and publisher in its own encoding")
  func mobi() throws {
    let records: [(UInt32, [UInt8])] = [
      (100, Array("Ada".utf8)), (100, [0x47, 0x72, 0xE9]), (101, Array("Field".utf8)),
      (106, Array("1999".utf8)),
      (9_999, Array("unknown".utf8)),
    ]
    let fields = try fields(MobiFile(name: "The sheaf", records: records, encoding: 1252).bytes)
    #expect(
      fields == [
        "title": "The sheaf", "author": "Ada, Gré", "publisher": "Field", "created": "1999-01-01T00:00:00Z",
      ])
    let renamed = MobiFile(name: "Short", records: [(503, Array("Сноп".utf8))], encoding: 65001)
    #expect(try self.fields(renamed.bytes) == ["title": "Сноп"])
  }

  @Test("a Kindle book cut anywhere, or with lengths beyond its end, has the properties that are left")
  func damagedMobi() throws {
    var whole = MobiFile(name: "The sheaf", records: [(100, Array("Ada".utf8))], encoding: 65001).bytes
    for count in stride(from: 0, to: whole.count, by: 7) {
      let found = try fields(Array(whole.prefix(count)))
      #expect(found["author"] ?? "Ada" == "Ada")
    }
    for place in stride(from: 60, to: whole.count - 4, by: 4) {
      let before = whole[place..<place + 4]
      whole.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      _ = try fields(whole)
      whole.replaceSubrange(place..<place + 4, with: before)
    }
    #expect(try fields(whole)["author"] == "Ada")
  }

  @Test(
    "properties that are damaged, huge or endless are left out",
    arguments: [
      "<a", "", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a><title>&b;</title></a>",
      "<a>\(String(repeating: "<b>", count: 10_000))</a>", "<a><created>no date</created></a>",
    ])
  func damaged(xml: String) throws {
    #expect(try fields(package(["meta.xml": xml, "docProps/core.xml": xml])) == [:])
  }

  @Test("the summary of an old Office document is told apart, also where a value has commas")
  func summary() throws {
    let description = """
      Composite Document File V2 Document, Little Endian, Os: Windows, Version 6.2, Code page: 1252, \
      Title: One, two, Author: Ada, Template: Normal.dotm, Last Saved By: Grace, Revision Number: 2, \
      Name of Creating Application: Microsoft Office Word, Create Time/Date: Sat Feb  3 04:05:06 2001, \
      Last Saved Time/Date: never, Security: 0
      """
    #expect(
      try fields(Array("\u{10}".utf8), description: description) == [
        "title": "One, two", "author": "Ada", "lastAuthor": "Grace", "creator": "Microsoft Office Word",
        "created": "2001-02-03T04:05:06Z",
      ])
  }

  @Test("a torrent has its files, trackers and date")
  func torrent() throws {
    let info = "d5:filesld6:lengthi70e4:pathl1:aeed6:lengthi30e4:pathl1:beee4:name7:harveste"
    let text =
      "d8:announce8:udp://a/13:announce-listll8:udp://a/el8:udp://b/ee13:creation datei0e4:info\(info)e"
    #expect(
      try fields(Array(text.utf8)) == [
        "title": "harvest", "files": "2", "contentBytes": "100", "trackers": "udp://a/, udp://b/",
        "created": "1970-01-01T00:00:00Z",
      ])
  }

  @Test(
    "a file that only begins as a torrent is described as other bytes are",
    arguments: [
      "d", "d4:infod4:namei3eee", "d4:infod4:name99999999999:", "d4:infod4:name-1:ee",
      "d4:infol\(String(repeating: "l", count: 100_000))", "d1:",
    ])
  func noTorrent(text: String) throws {
    #expect(try fields(Array(text.utf8), description: "ASCII text") == ["format": "ASCII text"])
  }
}
