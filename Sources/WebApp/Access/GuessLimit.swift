import HTTPServer

/// How often each network may give a secret that opens nothing.
///
/// Only what failed is counted, and the same secret once: a browser whose session has ended guesses nothing, and who shares an
/// address with somebody who does, as behind a proxy, gets in with every right secret.
///
/// ```
///              another wrong secret, some left: one less
///            ┌──────────────────────────────────────┐
///            ▼                                      │
///   burst ──────────────────────────────────────────┘
///     ▲  every `interval` one more           │ none left: refused for as long as the next one takes
///     └──────────────────────────────────────┘
/// ```
struct GuessLimit: Sendable {
  /// So many guesses are answered at once.
  static let burst = 30
  /// How long it takes until another one is.
  static let interval = Duration.seconds(2)
  /// More networks than this are not told apart.
  static let maximumNetworks = 4096

  private struct Guesses {
    /// When all guesses would be there again: each takes an interval.
    var settled: ContinuousClock.Instant
    /// The last wrong secrets, by their hashes.
    var recent: [Int] = []
  }

  /// Of networks that have guessed lately.
  private var networks: [RemoteAddress.Network: Guesses] = [:]

  /// Notes that a secret with this hash opened nothing; for how long the network is refused, or nil.
  mutating func failed(
    _ secret: Int, from network: RemoteAddress.Network, at now: ContinuousClock.Instant
  ) -> Duration? {
    makeRoom(for: network, at: now)
    var guesses = networks[network] ?? Guesses(settled: now)
    guard !guesses.recent.contains(secret) else { return nil }
    let settled = max(guesses.settled, now) + Self.interval
    let wait = settled - now - Self.interval * Self.burst
    guard wait <= .zero else { return wait }
    guesses.settled = settled
    guesses.recent = guesses.recent.suffix(7) + [secret]
    networks[network] = guesses
    return nil
  }

  /// Forgets who has all guesses again; where that is nobody, the one that comes next to it.
  private mutating func makeRoom(for network: RemoteAddress.Network, at now: ContinuousClock.Instant) {
    guard networks.count >= Self.maximumNetworks, networks[network] == nil else { return }
    networks = networks.filter { $0.value.settled > now }
    guard networks.count >= Self.maximumNetworks,
      let next = networks.min(by: { $0.value.settled < $1.value.settled })?.key
    else { return }
    networks[next] = nil
  }
}
