/// The words of a text in some hundred bytes, by which texts are compared and the like ones of many are found.
///
/// A text is the set of its shingles, runs of three words. Of each of 120 hash functions the least value over the set is
/// kept (A. Broder, "On the resemblance and containment of documents", 1997). Two sets agree in a minimum as often as a
/// shingle of either is one of both. So the share of equal minima estimates the resemblance, with a standard error of
/// at most 0.046. Three minima at a time are a band: texts that share one are worth comparing (J. Leskovec,
/// A. Rajaraman, J. Ullman, "Mining of Massive Datasets", 3.4). Of two texts with half their shingles in common 99 of
/// 100 pairs share a band, with a tenth 4 of 100.
///
/// Bills of one form have the same words and other numbers. So the sixty-four least hashes of numbers are kept, too; those
/// are all of them in most texts.
///
/// Shingles lie on one page. So the sketch of a document is the union of those of its pages, in any order, and a page
/// that comes twice changes nothing. Hashes are the same in every process and on every machine.
public struct TextSketch: Hashable, Sendable {
  /// How many minima are kept.
  static let count = bands * rows
  /// How many groups of minima there are, and how many minima each has.
  static let (bands, rows) = (40, 3)
  /// How many words a shingle has.
  static let shingle = 3
  /// A text with fewer different shingles says too little: short notices are all alike.
  static let fewestShingles = 20.0
  /// So many hashes of numbers are kept.
  static let mostNumbers = 64

  /// The least value of each hash function over the shingles.
  private(set) var minima = [UInt32](repeating: .max, count: count)
  /// The least hashes of numbers, in rising order.
  private(set) var numbers: [UInt32] = []

  /// The sketch of no words.
  public init() {}

  /// The sketch of pages, each with its words as they are compared.
  public init(pages: some Sequence<[String]>) {
    for page in pages { add(page) }
  }

  /// Whether the text has no shingle.
  public var isEmpty: Bool { minima[0] == .max && minima.allSatisfy { $0 == .max } }

  /// Whether the text has words enough to be compared.
  public var isTelling: Bool { shingleCount >= Self.fewestShingles }

  /// How many different shingles the text has, estimated: a minimum of more values is smaller.
  ///
  /// The standard error is 9 %.
  var shingleCount: Double {
    guard !isEmpty else { return 0 }
    let sum = minima.reduce(0) { $0 + (Double($1) + 0.5) / 4_294_967_296 }
    return max(1, Double(Self.count) / sum - 1)
  }

  /// Adds the words of a page.
  public mutating func add(_ words: [String]) {
    let hashes = words.map { Self.hash($0) }
    if hashes.count >= Self.shingle {
      minima.withUnsafeMutableBufferPointer { minima in
        for place in 0...(hashes.count - Self.shingle) {
          Self.lower(minima, to: Self.joined(hashes[place..<(place + Self.shingle)]))
        }
      }
    }
    keepNumbers(
      of: zip(words, hashes).lazy.filter { Self.isNumber($0.0) }.map { UInt32(truncatingIfNeeded: $0.1) })
  }

  /// Adds the words of other pages.
  public mutating func formUnion(_ other: TextSketch) {
    for place in minima.indices where other.minima[place] < minima[place] {
      minima[place] = other.minima[place]
    }
    keepNumbers(of: other.numbers)
  }

  private mutating func keepNumbers(of more: some Sequence<UInt32>) {
    let all = Set(numbers).union(more)
    if all.count > numbers.count { numbers = Array(all.sorted().prefix(Self.mostNumbers)) }
  }

  /// Words with two digits at least: single ones number pages and paragraphs.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.lazy.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.prefix(2).count == 2
  }
}

// MARK: - Comparing

extension TextSketch {
  /// The share of the shingles of either text that both have, estimated; 0 where one has none.
  public func resemblance(to other: TextSketch) -> Double {
    guard !isEmpty, !other.isEmpty else { return 0 }
    return Double(minima.indices.count { minima[$0] == other.minima[$0] }) / Double(Self.count)
  }

  /// The share of this text's shingles that another one has, too, estimated.
  func containment(in other: TextSketch) -> Double {
    let (resemblance, own) = (resemblance(to: other), shingleCount)
    guard own > 0 else { return 0 }
    return min(1, resemblance * (own + other.shingleCount) / ((1 + resemblance) * own))
  }

  /// The share of the numbers of the text with fewer ones that the other one has, too; 1 where one has none.
  func sharedNumbers(with other: TextSketch) -> Double {
    let fewer = min(numbers.count, other.numbers.count)
    guard fewer > 0 else { return numbers.count == other.numbers.count ? 1 : 0 }
    // Beyond the last hash of a list that is full, nothing is known of its text.
    let known = min(Self.known(numbers), Self.known(other.numbers))
    let (own, others) = (numbers.prefix { $0 <= known }, Set(other.numbers.prefix { $0 <= known }))
    let least = min(own.count, others.count)
    return least > 0 ? Double(own.count(where: others.contains)) / Double(least) : 0
  }

  private static func known(_ numbers: [UInt32]) -> UInt32 {
    numbers.count < mostNumbers ? .max : numbers.last ?? .max
  }

  /// The numbers of the bands: texts worth comparing share one of them.
  ///
  /// A text with too few words has none.
  public var bandKeys: [UInt32] {
    guard isTelling else { return [] }
    return (0..<Self.bands).map { band in
      let own = minima[(band * Self.rows)..<((band + 1) * Self.rows)]
      return UInt32(truncatingIfNeeded: Self.joined(own.map(UInt64.init) + [UInt64(band)]) >> 32)
    }
  }
}

// MARK: - Hashes

extension TextSketch {
  /// Multiply-shift functions, with numbers of SplitMix64.
  ///
  /// M. Dietzfelbinger and others, "A reliable randomized algorithm for the closest-pair problem", 1997.
  private static let functions: [(multiplier: UInt64, addend: UInt64)] = {
    var state: UInt64 = 0x5EAF_1997
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return mixed(state)
    }
    return (0..<count).map { _ in (next() | 1, next()) }
  }()

  private static func lower(_ minima: UnsafeMutableBufferPointer<UInt32>, to shingle: UInt64) {
    functions.withUnsafeBufferPointer { functions in
      for place in 0..<count {
        let (multiplier, addend) = functions[place]
        let value = UInt32(truncatingIfNeeded: (shingle &* multiplier &+ addend) >> 32)
        if value < minima[place] { minima[place] = value }
      }
    }
  }

  /// FNV-1a, and the last step of SplitMix64.
  private static func hash(_ word: String) -> UInt64 {
    mixed(word.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  private static func joined(_ hashes: some Sequence<UInt64>) -> UInt64 {
    hashes.reduce(0) { mixed($0 &* 0x9E37_79B9_7F4A_7C15 &+ $1) }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// MARK: - Bytes

extension TextSketch {
  /// The sketch as ``init(bytes:)`` reads it: the minima and the numbers, four bytes each, the last one first.
  public var bytes: [UInt8] {
    (minima + numbers).flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }

  /// The sketch that ``bytes`` wrote; nil for others.
  public init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count.isMultiple(of: 4), (0...Self.mostNumbers).contains(bytes.count / 4 - Self.count) else {
      return nil
    }
    let values = stride(from: 0, to: bytes.count, by: 4).map { place in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    }
    (minima, numbers) = (Array(values.prefix(Self.count)), Array(values.dropFirst(Self.count)))
  }
}
