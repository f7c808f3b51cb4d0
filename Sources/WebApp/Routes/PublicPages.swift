import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem

/// The browser app's own files.
///
/// They hold nothing secret and are served to every client.
struct PublicPages: Sendable {
  private let files: StaticFiles
  private let origins: OriginPolicy

  init(directory: String, origins: OriginPolicy) throws {
    self.origins = origins
    files = try StaticFiles(directory: directory) { name, bytes in
      if name.hasSuffix(".html") { return [.contentSecurityPolicy: PagePolicy.text(for: bytes)] }
      // The bundle names these after their bytes.
      let isNamedAfterContent = name.hasPrefix("assets/")
      var headers: HTTPFields = [.contentSecurityPolicy: PagePolicy.text(for: [])]
      if isNamedAfterContent { headers[.cacheControl] = "public, max-age=31536000, immutable" }
      return headers
    }
  }

  /// The app's first page as the answer to what was refused; the app reads from its address what to say.
  func app(refusing status: HTTPResponse.Status) throws -> Response {
    guard case .prepared(let page)? = files["index.html"]?.whole.body else { throw HTTPError.notFound }
    return Response(
      status,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: page.headers[.contentSecurityPolicy] ?? PagePolicy.text(for: []),
        .cacheControl: "no-store",
      ], body: .bytes(page.bytes))
  }

  /// The prepared answer, unless the request's `Host` is to be refused, which is done after it.
  private var fast: FastRouteResponder {
    { [files, origins] head, parameters in
      origins.problem(with: head) == nil ? files.fast(head, parameters) : nil
    }
  }

  func add(to router: inout Router) {
    // The app reads its own address, so its first page answers at every one of them.
    for path in ["", "d/:id", "settings"] {
      router.on(.get, path) { request, _ in
        guard let page = files["index.html"] else { throw HTTPError.notFound }
        return page.response(to: request.head)
      }
    }
    // The app's own folder of that name holds modules where the app is served as it was written.
    router.on(.get, "settings/:section") { request, parameters in
      guard let page = files["settings/\(parameters.first ?? "")"] ?? files["index.html"] else {
        throw HTTPError.notFound
      }
      return page.response(to: request.head)
    }
    // These belong to programs, to whom a wrong address is unknown and not a file that cannot be written.
    for path in ["api", "iiif"] { router.reserve(path) }
    // The app's own folder of that name lies beside the API.
    for folder in ["api", "api/waiting"] {
      router.on(.get, "\(folder)/:file") { request, parameters in
        guard let file = files["\(folder)/\(parameters.first ?? "")"] else { throw HTTPError.notFound }
        return file.response(to: request.head)
      }
    }
    router.on(.get, "*path", options: RouteOptions(fast: fast)) { request, parameters in
      if let file = files[parameters.first ?? ""] { return file.response(to: request.head) }
      // An unknown address, which the app tells better than a browser.
      guard request.head[.accept]?.contains("text/html") == true else { throw HTTPError.notFound }
      var page = try app(refusing: .notFound)
      page.headers[.vary] = "Accept"
      return page
    }
  }
}

/// The files and scripts that a page of ours may load and run: its own, and those written into it when it was built.
private enum PagePolicy {
  /// The policy of a page with these bytes (Content Security Policy Level 3, §6.7.3.3: a script is named by its SHA-256).
  static func text(for page: [UInt8]) -> String {
    let hashes = inlineScripts(of: page).map {
      "'sha256-\(Data(SHA256.hash($0)).base64EncodedString())'"
    }
    return [
      "default-src 'none'", (["script-src", "'self'"] + hashes).joined(separator: " "), "style-src 'self'",
      "img-src 'self' blob: data:", "connect-src 'self'", "font-src 'self'", "manifest-src 'self'",
      "media-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  /// The texts between `<script>` and `</script>`; a script with attributes is a file.
  private static func inlineScripts(of page: [UInt8]) -> [[UInt8]] {
    let pieces = String(decoding: page, as: UTF8.self).split(
      separator: "<script>", omittingEmptySubsequences: false)
    return pieces.dropFirst().map { piece in
      Array(piece.split(separator: "</script>", maxSplits: 1, omittingEmptySubsequences: false)[0].utf8)
    }
  }
}
