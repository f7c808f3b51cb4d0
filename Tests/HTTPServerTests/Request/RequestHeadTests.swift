import HTTPServer
import HTTPTypes
import Testing

@Suite("A request's head")
struct RequestHeadTests {
  @Test("finds headers whatever their case")
  func headers() throws {
    let head = try RequestHead(.get, "/", headers: [.range: "bytes=0-1"])
    #expect(head[.range] == "bytes=0-1")
    #expect(head[.ifRange] == nil)
    #expect(head.headers.count == 1)
  }

  @Test("takes the host of an absolute address over the header")
  func host() throws {
    #expect(try RequestHead(.get, "/", headers: [.host: "a"]).host == "a")
    #expect(try RequestHead(.get, "http://b/", headers: [.host: "a"]).host == "b")
    #expect(try RequestHead(.get, "/").host == nil)
  }

  @Test("has an id of sixteen digits that no other request has")
  func ids() {
    let ids = Set((0..<1000).map { _ in RequestID().description })
    #expect(ids.count == 1000)
    #expect(ids.allSatisfy { $0.count == 16 })
  }

  @Test("knows whether its client is on this machine")
  func addresses() {
    #expect(RemoteAddress.v4(UInt32(0x7F00_0001).bigEndian, port: 1).host == "127.0.0.1")
    #expect(RemoteAddress.v4(UInt32(0x7F00_0001).bigEndian, port: 1).isLoopback)
    #expect(!RemoteAddress.v4(UInt32(0xC0A8_0001).bigEndian, port: 1).isLoopback)
    #expect(RemoteAddress.v6(0, UInt64(1).bigEndian, port: 80).host == "::1")
    #expect(RemoteAddress.v6(0, UInt64(1).bigEndian, port: 80).isLoopback)
    let mapped = RemoteAddress.v6(0, UInt64(0x0000_FFFF_7F00_0001).bigEndian, port: 80)
    #expect(mapped.host == "127.0.0.1")
    #expect(mapped.isLoopback)
    #expect(mapped.port == 80)
  }
}
