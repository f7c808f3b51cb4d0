import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Names of the server")
struct OriginPolicyTests {
  private func accepts(_ host: String, _ policy: OriginPolicy) throws -> Bool {
    policy.problem(with: try RequestHead(.get, "/", headers: [.host: host])) == nil
  }

  @Test("a server answers to its own names and to addresses, whatever the port")
  func names() throws {
    let policy = OriginPolicy(host: "127.0.0.1", allowed: ["Sheaf.example", "https://safe.example/"])
    for host in ["localhost", "localhost:8080", "10.1.2.3", "[::1]:80", "sheaf.example:81", "SAFE.example"] {
      #expect(try accepts(host, policy), "\(host)")
    }
    for host in ["evil.example", "sheaf.example.evil.example", "https://safe.example", "safe.example:x"] {
      #expect(try !accepts(host, policy), "\(host)")
    }
  }

  @Test("it takes an IPv6 address to listen on")
  func ipv6() throws {
    #expect(try accepts("[::1]:8080", OriginPolicy(host: "::1", allowed: [])))
  }

  @Test(
    "its address has https where a proxy was said to speak TLS",
    arguments: [
      ("safe.example", "https://safe.example"), ("Safe.Example:8443", "https://Safe.Example:8443"),
      ("localhost:8080", "http://localhost:8080"), ("plain.example", "http://plain.example"),
    ])
  func address(host: String, address: String) {
    let policy = OriginPolicy(host: "127.0.0.1", allowed: ["plain.example", "https://safe.example:8443/"])
    #expect(policy.address(of: host) == address)
  }
}
