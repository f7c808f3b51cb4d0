import HTTPServer

/// Limits the rate of wrong secrets from each network.
///
/// Only wrong secrets count, and a repeated one counts once. A browser with an expired session therefore stays below
/// the limit. Right secrets always work, also from an address that an attacker shares, as behind a proxy.
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
  static let burst = 30
  static let interval = Duration.seconds(2)
  static let maximumNetworks = 4096

  private struct Guesses {
    /// The time at which all guesses are available again: each takes an interval.
    var settled: ContinuousClock.Instant
    /// The last wrong secrets, by their hashes.
    var recent: [Int] = []
  }

  private var networks: [RemoteAddress.Network: Guesses] = [:]

  /// Counts a wrong secret by its hash; returns how long the network is refused, or nil.
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

  /// How long a network is refused; nil while it has guesses left.
  func wait(of network: RemoteAddress.Network, at now: ContinuousClock.Instant) -> Duration? {
    guard let guesses = networks[network] else { return nil }
    let wait = max(guesses.settled, now) + Self.interval - now - Self.interval * Self.burst
    return wait > .zero ? wait : nil
  }

  /// Drops networks that have all guesses again; without any, the one closest to it.
  private mutating func makeRoom(for network: RemoteAddress.Network, at now: ContinuousClock.Instant) {
    guard networks.count >= Self.maximumNetworks, networks[network] == nil else { return }
    networks = networks.filter { $0.value.settled > now }
    guard networks.count >= Self.maximumNetworks,
      let next = networks.min(by: { $0.value.settled < $1.value.settled })?.key
    else { return }
    networks[next] = nil
  }
}
