import DocumentModel

enum FreeNumber {
  static let maximum = 1_000_000
  /// So many are asked for one by one: few have more twins, and they expect the first number that is free.
  static let near = 8

  /// A number from `first` on that is free, the one before it being taken or before `first`; nil when there is none.
  ///
  /// After the first ``near`` the search doubles its steps until it comes to a free one, and halves the gap then.
  /// With `n` twins in a row it asks some 2 log2 `n` times and finds the number behind them. Where some of those are
  /// missing it finds the end of one of the rows, the same one each time. So what was interrupted is found again
  /// under its number.
  static func find(
    from first: Int, isTaken: (Int) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int? {
    var (taken, free) = (first - 1, first)
    while free <= maximum, try await isTaken(free) {
      let step = free < first + near ? 1 : 2 * (free - taken)
      taken = free
      free = free == maximum ? maximum + 1 : min(free + step, maximum)
    }
    guard free <= maximum else { return nil }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try await isTaken(middle) { taken = middle } else { free = middle }
    }
    return free
  }
}

extension UsesServices {
  /// A number from `first` on under which the index knows no document of this name in `folder`.
  ///
  /// A file that is not in the index may lie there: the caller that takes the name finds out.
  ///
  /// Throws `refusal` when all numbers are taken.
  func freeNumber(
    of name: FileName, in folder: FolderPath, from first: Int, orThrow refusal: DocumentError
  ) async throws(DocumentError) -> Int {
    let found = try await FreeNumber.find(from: first) { (number: Int) async throws(DocumentError) in
      try await index.document(at: Location(folder: folder, name: name.numbered(number))) != nil
    }
    guard let found else { throw refusal }
    return found
  }
}
