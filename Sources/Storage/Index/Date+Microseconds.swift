import FoundationEssentials

extension Date {
  /// Microseconds since 1970, rounded: how times are kept.
  ///
  /// Times beyond ±292,000 years become the nearest kept one.
  var microseconds: Int64 {
    let scaled = (timeIntervalSince1970 * 1_000_000).rounded()
    guard !scaled.isNaN else { return 0 }
    return Int64(exactly: scaled) ?? (scaled < 0 ? Int64.min : Int64.max)
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }

  /// The same time as it comes back from the store.
  var kept: Date { Date(microseconds: microseconds) }
}
