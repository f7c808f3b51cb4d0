import Logging
import Testing

@testable import WebApp

@Suite("Where the server listens")
struct ListenAddressTests {
  @Test(
    "loopback addresses in numbers, and localhost, are this machine alone",
    arguments: [
      "127.0.0.1", "127.0.0.53", "127.255.255.254", "::1", "[::1]", "0:0:0:0:0:0:0:1", "localhost",
      "LOCALHOST",
    ])
  func loopback(host: String) {
    #expect(ListenAddress(host).isLoopback)
    #expect(Configuration(root: "/nowhere", host: host).isLoopback)
  }

  @Test(
    "everything else is not, however it begins",
    arguments: [
      "127.example.org", "127.0.0.1.example.org", "127.0.0.1evil", "127.", "127.1", "0x7f.0.0.1", "128.0.0.1",
      "0.0.0.0", "192.168.1.7", "::", "[::]", "::2", "1::1", "fe80::1", "localhost.example.org", "", "[]",
      "[127",
    ])
  func notLoopback(host: String) {
    #expect(!ListenAddress(host).isLoopback)
    #expect(!Configuration(root: "/nowhere", host: host).isLoopback)
  }

  @Test(
    "an address of IPv6 stands in brackets before its port, however it was given",
    arguments: [
      ("::1", "[::1]:81"), ("[::1]", "[::1]:81"), ("127.0.0.1", "127.0.0.1:81"),
      ("localhost", "localhost:81"),
    ])
  func authority(host: String, authority: String) {
    #expect(ListenAddress(host).authority(81) == authority)
  }

  @Test("a server that lets every client in does not start on a name that only looks like loopback")
  func refused() async throws {
    for host in ["127.example.org", "0.0.0.0"] {
      let configuration = Configuration(root: "/nowhere/at/all", host: host, requiresSignIn: false)
      let error = await #expect(throws: StartError.self) {
        try await App.serve(configuration, log: Logger(label: "test")) { _ in }
      }
      #expect(error?.description.contains("--no-auth") == true)
    }
  }
}
