/// The name of a browser in lists, from its `User-Agent`: "Firefox on Linux".
///
/// The header says what its sender likes. It tells a user's own devices apart, and nothing depends on it.
struct BrowserName: Sendable {
  let text: String

  /// Each browser that is built upon another one names that, too: the more special ones come first.
  private static let programs = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
  ]

  init(_ userAgent: String?) {
    let agent = userAgent ?? ""
    let program = Self.programs.first { agent.contains($0.0) }?.1
    let system = Self.systems.first { agent.contains($0.0) }?.1
    text =
      switch (program, system) {
      case (let program?, let system?): "\(program) on \(system)"
      case (let one?, nil), (nil, let one?): one
      case (nil, nil): "browser"
      }
  }
}
