import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite("In which encoding a text is") struct TextEncodingTests {
  /// A text, its encoding's name on the web, and its language.
  struct Sample: Sendable, CustomTestStringConvertible {
    let language: String
    let name: String
    let base64: String

    init(_ language: String, _ name: String, _ base64: String) {
      (self.language, self.name, self.base64) = (language, name, base64)
    }

    var testDescription: String { "\(language) in \(name)" }
    var bytes: [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
  }

  static let samples = [
    Sample(
      "German", "windows-1252",
      "RGllIFBy/GZ1bmcgZXJnYWIsIGRh3yBncvbfZXJlIMRuZGVydW5nZW4g/GJlciBkYXMg3GJsaWNoZSBoaW5hdXMgbvZ0aWcg"
        + "d+RyZW4uIE38bGxlciBzY2hsb98gZGllIFT8ci4gU3RyYd9lLCBGdd8sIHNjaPZuIHVuZCDWbC4gV2lyIG32Y2h0ZW4gZvxy"
        + "IGRpZXNlIEz2c3VuZyBm/G5mIFN0/GNrIHp1bSBQcmVpcyB2b24genf2bGYgRXVybyBiZXN0ZWxsZW47IGRpZSBMaWVmZXJ1"
        + "bmcgZXJmb2xndCBzcOR0ZXN0ZW5zIGltIE3kcnou"),
    Sample(
      "French", "windows-1252",
      "TCfpdOkgZGVybmllciwgbGVzIOls6HZlcyBvbnQg6XR1ZGnpIOAgbCfpY29sZSBwcuhzIGRlIGxhIGZvcup0LiDHYSBhIOl0"
        + "6SB0cuhzIGFnculhYmxlLCBv+SBxdWUgbCdvbiBzb2l0IGFsbOk7IGxlIGdhcudvbiBwculm6XLpIGEgcmXndSB1biBnb/t0"
        + "ZXIuIE5vdXMgdm91cyBwcmlvbnMgZCdhZ3LpZXIsIE1vbnNpZXVyLCBsJ2V4cHJlc3Npb24gZGUgbm9zIHNlbnRpbWVudHMg"
        + "ZGlzdGluZ3Xpcy4gwCBiaWVudPR0LCBqJ2VzcOhyZS4="),
    Sample(
      "English with quotes", "windows-1252",
      "k1RoZSBxdWljayBicm93biBmb3iUIJcgaXSScyBhIGRvZ5JzIGxpZmWFIFBsZWFzZSByZXR1cm4gdGhlIGZvcm0gd2l0aGlu"
        + "IHNldmVuIGRheXMgliBvciBlbHNlIGRvbpJ0Lg=="),
    Sample(
      "Polish", "iso-8859-2",
      "WmG/87PmIGfqtmyxIGphvPEuIFdzenlzdGtpZSBkemllY2kgcG9zerN5IGRvIHN6a2+zeSwgZ2R6aWUgbmF1Y3p5Y2llbCBv"
        + "cG93aWFkYbMgaW0gbyB3aWVsa2ljaCBrc2mxv+p0YWNoIGkga3LzbGFjaCBwb2xza2ljaDsgcPO8bmllaiB3cvNjabN5IGRv"
        + "IGRvbXUuIFByb3N66iBwcnplc7Nh5iBkb2t1bWVudHkgbmFqcPO8bmllaiB3IGNpsWd1IHNpZWRtaXUgZG5pLg=="),
    Sample(
      "Russian", "koi8-r",
      "99PFINPewdPUzMnX2cUg08XN2Mkg0M/Iz9bJIMTS1ccgzsEgxNLVx8EsIMvB1sTB0SDOxdPewdPUzMnXwdEg08XN2NEgzsXT"
        + "3sHT1MzJ18Eg0M8t09fPxc3VLiD308Ug083F28HMz9PYINcgxM/NxSDvwszPztPLycguIPbFzsEg1drOwczBLCDe1M8gzdXW"
        + "IMLZzCDXINPX0drJINMgwtnX28XAINcgycggxM/NxSDG0sHOw9XWxc7Lz8Atx9XXxdLOwc7Uy8/KLg=="),
    Sample(
      "Russian", "windows-1251",
      "wvHlIPH34PHy6+ji++Ug8eXs/Ogg7+717uboIOTw8+Mg7eAg5PDz4+AsIOrg5uTg/yDt5fH34PHy6+ji4P8g8eXs/P8g7eXx"
        + "9+Dx8uvo4uAg7+4t8eLu5ezzLiDC8eUg8ezl+ODr7vH8IOIg5O7s5SDO4evu7fHq6PUuIMbl7eAg8+ft4OvgLCD38u4g7PPm"
        + "IOH76yDiIPHi/+foIPEg4fvi+OX+IOIg6PUg5O7s5SD08ODt9vPm5e3q7v4t4/Pi5fDt4O3y6u7pLg=="),
    Sample(
      "Japanese", "shift_jis",
      "jOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKCx4KxgsWQtoLqgr2CqYLGgvGCxoypk5aCqoLCgqmCyoFCib2CxYLg"
        + "lJaIw4KigraC34K2gt+CtYK9j4qCxYNqg4OBW4Nqg4OBW4uDgqKCxIKigr2OloK+gq+CzYtMia+CtYLEgqKC6YFCjOGUeYLN"
        + "grGCsYLFjm6C34LEkGyK1ILGgqKCpILggsyC8Iypgr2BQg=="),
    Sample(
      "Japanese", "euc-jp",
      "uOPH2qTPx62kx6SipOuho8y+wbCkz6TepMDMtaSkoaOkyaSzpMfAuKTspL+kq6TIpPOkyLirxfakrKTEpKukzKGjsr+kx6Ti"
        + "x/awxaSkpLik4aS4pOGkt6S/veqkx6XLpeOhvKXLpeOhvLXjpKSkxqSkpL+79qTApLGkz7WtsrGkt6TGpKSk66GjuOPH2qTP"
        + "pLOks6THu8+k4aTGv8201qTIpKSkpqTipM6k8rirpL+how=="),
    Sample(
      "Japanese", "iso-2022-jp",
      "GyRCOGNHWiRPRy0kRyQiJGshI0w+QTAkTyReJEBMNSQkISMkSSQzJEdAOCRsJD8kKyRIJHMkSDgrRXYkLCREJCskTCEjMj8k"
        + "RyRiR3YwRSQkJDgkYSQ4JGEkNyQ/PWokRyVLJWMhPCVLJWMhPDVjJCQkRiQkJD87diRAJDEkTzUtMjEkNyRGJCQkayEjOGNH"
        + "WiRPJDMkMyRHO08kYSRGP000ViRIJCQkJiRiJE4kcjgrJD8hIxsoQg=="),
    Sample(
      "Chinese", "gb18030",
      "udi52PbC8K8s1Nq609au1t6ho/G68bvK58WuLL7919O6w+XPoaPIy8Pxzfixsb6pyq7Su9TCtecsufrO8dS619zA7b3xzOzU"
        + "2sjLw/G087vhzMO74bz7wcvAtLfDtcTN4rn6v83IyyzLq7e9vs25ss2sudjQxLXEufq8yrrNtdjH+M7KzOK9u7u7wcvS4rz7"
        + "oaPH672rzsS8/tPaxt/M7NauxNq8xLvYoaM="),
    Sample(
      "Chinese", "big5",
      "w/bD9uDVuacspmKqZaSnrHehQ6+3ssCyUaRrLKdnpGymbtfkoUOkpKWhqsC7T6VfpFGkQKTruXEspuasRrB8pLWk0artpdws"
        + "ue+p87Dqu9qxobbVqrq1b65psU6r+cTysUukwcP2qmAsqMO7UKZVsOqrT6v5wXDDtKFDvdCxTqTlpfOp86RDpNGkp6S6sUim"
        + "XqFD"),
    Sample(
      "Korean", "euc-kr",
      "uPC15yDAzrCjwLogxcK+7rOvILanus7FzSDA2sCvt86/7LjnILHXIMG4vvaw+iCxx7iuv6EgwNa+7iC1v7Xux8+02S4gwM6w"
        + "o8C6IMO1us7A+8C4t84gwMy8urD6IL7nvcnAuyC6zr+pud6+0sC4uOcgvK23ziDH/MGmvtbAxyDBpL3FwLi3ziDH4LW/x8+/"
        + "qb7fIMfRtNku"),
    Sample(
      "German", "utf-16le",
      "//5EAGkAZQAgAFAAcgD8AGYAdQBuAGcAIABlAHIAZwBhAGIALAAgAGQAYQDfACAAZwByAPYA3wBlAHIAZQAgAMQAbgBkAGUA"
        + "cgB1AG4AZwBlAG4AIAD8AGIAZQByACAAZABhAHMAIADcAGIAbABpAGMAaABlACAAaABpAG4AYQB1AHMAIABuAPYAdABpAGcA"
        + "IAB3AOQAcgBlAG4ALgAgAE0A/ABsAGwAZQByACAAcwBjAGgAbABvAN8AIABkAGkAZQAgAFQA/AByAC4AIABTAHQAcgBhAN8A"
        + "ZQAsACAARgB1AN8ALAAgAHMAYwBoAPYAbgAgAHUAbgBkACAA1gBsAC4AIABXAGkAcgAgAG0A9gBjAGgAdABlAG4AIABmAPwA"
        + "cgAgAGQAaQBlAHMAZQAgAEwA9gBzAHUAbgBnACAAZgD8AG4AZgAgAFMAdAD8AGMAawAgAHoAdQBtACAAUAByAGUAaQBzACAA"
        + "dgBvAG4AIAB6AHcA9gBsAGYAIABFAHUAcgBvACAAYgBlAHMAdABlAGwAbABlAG4AOwAgAGQAaQBlACAATABpAGUAZgBlAHIA"
        + "dQBuAGcAIABlAHIAZgBvAGwAZwB0ACAAcwBwAOQAdABlAHMAdABlAG4AcwAgAGkAbQAgAE0A5AByAHoALgA="),
    Sample(
      "German", "utf-16le",
      "RABpAGUAIABQAHIA/ABmAHUAbgBnACAAZQByAGcAYQBiACwAIABkAGEA3wAgAGcAcgD2AN8AZQByAGUAIADEAG4AZABlAHIA"
        + "dQBuAGcAZQBuACAA/ABiAGUAcgAgAGQAYQBzACAA3ABiAGwAaQBjAGgAZQAgAGgAaQBuAGEAdQBzACAAbgD2AHQAaQBnACAA"
        + "dwDkAHIAZQBuAC4AIABNAPwAbABsAGUAcgAgAHMAYwBoAGwAbwDfACAAZABpAGUAIABUAPwAcgAuACAAUwB0AHIAYQDfAGUA"
        + "LAAgAEYAdQDfACwAIABzAGMAaAD2AG4AIAB1AG4AZAAgANYAbAAuACAAVwBpAHIAIABtAPYAYwBoAHQAZQBuACAAZgD8AHIA"
        + "IABkAGkAZQBzAGUAIABMAPYAcwB1AG4AZwAgAGYA/ABuAGYAIABTAHQA/ABjAGsAIAB6AHUAbQAgAFAAcgBlAGkAcwAgAHYA"
        + "bwBuACAAegB3APYAbABmACAARQB1AHIAbwAgAGIAZQBzAHQAZQBsAGwAZQBuADsAIABkAGkAZQAgAEwAaQBlAGYAZQByAHUA"
        + "bgBnACAAZQByAGYAbwBsAGcAdAAgAHMAcADkAHQAZQBzAHQAZQBuAHMAIABpAG0AIABNAOQAcgB6AC4A"),
    Sample(
      "English", "utf-16be",
      "AFQAaABlACAAcQB1AGkAYwBrACAAYgByAG8AdwBuACAAZgBvAHgAIABqAHUAbQBwAHMAIABvAHYAZQByACAAdABoAGUAIABs"
        + "AGEAegB5ACAAZABvAGcALgAgAFAAbABlAGEAcwBlACAAcgBlAHQAdQByAG4AIAB0AGgAZQAgAGYAbwByAG0AIAB3AGkAdABo"
        + "AGkAbgAgAHMAZQB2AGUAbgAgAGQAYQB5AHMALg=="),
    Sample(
      "Japanese", "utf-8",
      "5ZC+6Lyp44Gv54yr44Gn44GC44KL44CC5ZCN5YmN44Gv44G+44Gg54Sh44GE44CC44Gp44GT44Gn55Sf44KM44Gf44GL44Go"
        + "44KT44Go6KaL5b2T44GM44Gk44GL44Gs44CC5L2V44Gn44KC6JaE5pqX44GE44GY44KB44GY44KB44GX44Gf5omA44Gn44OL"
        + "44Oj44O844OL44Oj44O85rOj44GE44Gm44GE44Gf5LqL44Gg44GR44Gv6KiY5oa244GX44Gm44GE44KL44CC5ZC+6Lyp44Gv"
        + "44GT44GT44Gn5aeL44KB44Gm5Lq66ZaT44Go44GE44GG44KC44Gu44KS6KaL44Gf44CC"),
    Sample(
      "English", "us-ascii",
      "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZy4gUGxlYXNlIHJldHVybiB0aGUgZm9ybSB3aXRo"
        + "aW4gc2V2ZW4gZGF5cy4="),
  ]

  @Test("it is found and named as browsers name it", arguments: samples)
  func found(sample: Sample) throws {
    let sniffer = try #require(ContentSniffer())
    let found = sniffer.sniff(sample.bytes)
    #expect(found.encoding == sample.name, "\(found)")
    #expect(!found.mediaType.contains("dosexec"), "a program is no text")
    #expect(found.confidence >= 0.2 && found.confidence <= 1)
  }

  @Test("the letter that tells may stand behind a lot of ASCII")
  func lateLetter() throws {
    let english = Array(String(repeating: "nothing to be told of this line\n", count: 4_000).utf8)
    #expect(english.count > TextEncoding.sampleBytes)
    let german = try #require(Self.samples.first).bytes
    #expect(TextEncoding(of: english + german, isCut: false, isText: true)?.name == "windows-1252")
  }

  @Test("a few bytes that are no characters leave a text in UTF-8, and its certainty says so")
  func faulty() throws {
    let text = Array("Größe und Straße über alle Maßen, 漢字, größer als süß".utf8)
    let faulty = try #require(TextEncoding(of: text + [0xFF, 0x20] + text, isCut: false, isText: true))
    #expect(faulty.name == "utf-8" && faulty.confidence > 0.9 && faulty.confidence < 1)
    let decoded = String(decoding: DecodedText(text + [0xFF, 0x20] + text).bytes, as: UTF8.self)
    #expect(decoded.hasSuffix("süß\u{FFFD} Größe und Straße über alle Maßen, 漢字, größer als süß"))
  }

  @Test("a character that is cut at the end is no reason to doubt UTF-8")
  func cut() {
    let text = Array("Grüße, 日本".utf8)
    for count in 1...text.count {
      let found = TextEncoding(of: Array(text.prefix(count)), isCut: true, isText: true)
      #expect(found?.name == "utf-8", "\(count)")
    }
  }

  @Test(
    "a letter of one byte at the end of a whole text is no character that is cut",
    arguments: ["caf\u{E9}", "caf\u{E9}\n", "Il est arriv\u{E9}.", "Viele Gr\u{FC}\u{DF}e\r\n"])
  func lastLetter(text: String) {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(TextEncoding(of: bytes, isCut: false, isText: true)?.name != "utf-8")
  }

  @Test("a few zeros in a text do not make two bytes a letter of it")
  func zerosInText() throws {
    let sniffer = try #require(ContentSniffer())
    for text in ["words and a z\0ro among them\n", "a\0", "one line with its end\0\0\0\0"] {
      let bytes = Array(String(repeating: text, count: 40).utf8)
      #expect(sniffer.sniff(bytes).encoding.hasPrefix("utf-16") == text.hasPrefix("a\0"), "\(text)")
    }
  }

  @Test("the letters of mainframes are not taken for Chinese")
  func mainframe() {
    let bytes = Mainframe.bytes("THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG, AND REPORTS IT 17 TIMES.")
    #expect(TextEncoding(of: bytes, isCut: false, isText: true) == nil)
    for sample in Self.samples { #expect(!TextEncoding.isEBCDIC(sample.bytes[...]), "\(sample)") }
  }

  @Test("an encoding that cannot be told is not named, and data is no text")
  func unknown() throws {
    let sniffer = try #require(ContentSniffer())
    var state: UInt64 = 7
    let noise = (0..<4_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let found = sniffer.sniff(noise)
    #expect(found.encoding == "binary" && found.confidence == 0)
    let short = sniffer.sniff([0x41, 0x42, 0x81, 0x8D, 0x8F, 0x0A])
    #expect(short.encoding == SniffedContent.unknownEncoding && short.confidence == 0)
  }

  @Test("pictures and programs with many zeros are not taken for UTF-16")
  func zeros() throws {
    let tiff = TIFFFile.bytes([.init(width: 20, height: 10, shade: 50)])
    let numbers = (0..<2_000).flatMap { number -> [UInt8] in [UInt8(truncatingIfNeeded: number), 0] }
    let contents: [[UInt8]] = [tiff, numbers, [UInt8](repeating: 0, count: 100)]
    for bytes in contents {
      #expect(TextEncoding(of: bytes, isCut: false, isText: false) == nil)
    }
  }
}
