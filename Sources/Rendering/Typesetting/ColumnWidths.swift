/// The widths of a table's columns.
///
/// Columns keep their natural widths where all fit. Otherwise narrow columns keep theirs, and the wide ones share the rest
/// in equal parts.
struct ColumnWidths {
  let widths: [Double]

  init(_ natural: [Double], within width: Double) {
    guard natural.reduce(0, +) > width else {
      widths = natural
      return
    }
    var widths = natural
    var wide = Set(natural.indices)
    var rest = width
    while !wide.isEmpty {
      let share = rest / Double(wide.count)
      let narrow = wide.filter { natural[$0] <= share }
      guard !narrow.isEmpty else {
        for column in wide { widths[column] = share }
        break
      }
      for column in narrow { rest -= natural[column] }
      wide.subtract(narrow)
    }
    self.widths = widths
  }
}
