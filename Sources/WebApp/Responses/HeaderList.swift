enum HeaderList {
  /// The items between commas, without surrounding blanks.
  static func items(_ text: String) -> [String] {
    text.split(separator: ",").map { item in
      let start = item.drop { $0 == " " || $0 == "\t" }
      let end = start.lastIndex { $0 != " " && $0 != "\t" }
      return end.map { String(start[...$0]) } ?? ""
    }
  }
}
