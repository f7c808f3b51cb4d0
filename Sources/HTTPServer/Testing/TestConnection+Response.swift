public import HTTPTypes

extension TestConnection {
  /// The next whole response; interim responses (100) are skipped.
  public func response(to method: HTTPRequest.Method = .get) async throws -> TestResponse {
    var head = try await self.head()
    while head.status.code < 200 { head = try await self.head() }
    guard method != .head, head.status.mayHaveBody else {
      return TestResponse(status: head.status, headers: head.headers, body: [])
    }
    return TestResponse(status: head.status, headers: head.headers, body: try await body(head.headers))
  }

  /// The next status line and headers; the body remains unread.
  public func head() async throws -> (status: HTTPResponse.Status, headers: HTTPFields) {
    let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let code = Int(words[1]), (100..<1000).contains(code)
    else {
      throw TestClientError.malformedAnswer
    }
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
        throw TestClientError.malformedAnswer
      }
      headers.append(HTTPField(name: name, value: String(parts[1].trimmingSpaces)))
    }
    return (HTTPResponse.Status(code: code), headers)
  }

  private func body(_ headers: HTTPFields) async throws -> [UInt8] {
    if headers[.transferEncoding]?.lowercased() == "chunked" { return try await chunks() }
    if let length = headers[.contentLength].flatMap({ Int($0) }) { return try await bytes(count: length) }
    var all: [UInt8] = []
    while true {
      let more = try await receive()
      if more.isEmpty { return all }
      all += more
    }
  }

  private func chunks() async throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let line = try await text(until: "\r\n")
      guard let size = Int(line.split(separator: ";").first ?? "", radix: 16) else {
        throw TestClientError.malformedAnswer
      }
      if size > 0 { all += try await bytes(count: size) }
      guard try await text(until: "\r\n").isEmpty else { throw TestClientError.malformedAnswer }
      if size == 0 { return all }
    }
  }

  private func bytes(count: Int) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let more = try await receive()
      guard !more.isEmpty else { throw TestClientError.incompleteAnswer }
      all += more
    }
    putBack([UInt8](all[count...]))
    return [UInt8](all[..<count])
  }

  private func text(until mark: String) async throws -> String {
    let mark = [UInt8](mark.utf8)
    var all: [UInt8] = []
    while true {
      if let end = all.indices.first(where: { all[$0...].starts(with: mark) }) {
        putBack([UInt8](all[(end + mark.count)...]))
        return String(decoding: all[..<end], as: UTF8.self)
      }
      let more = try await receive()
      guard !more.isEmpty else { throw TestClientError.incompleteAnswer }
      all += more
    }
  }
}
