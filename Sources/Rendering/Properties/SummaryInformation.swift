import FoundationEssentials

/// The summary information of a compound file, as Word, Excel and PowerPoint wrote it until 2003.
///
/// libmagic reads the property set ([MS-OLEPS]) and says it in one line: `…, Title: Report, Author: Ada, Create Time/Date: Sat
/// Feb  3 04:05:06 2001, …`.
struct SummaryInformation {
  private static let fieldsOfNames = [
    "Title": "title", "Subject": "subject", "Author": "author", "Keywords": "keywords", "Comments": "comment",
    "Last Saved By": "lastAuthor", "Name of Creating Application": "creator", "Create Time/Date": "created",
    "Last Saved Time/Date": "modified",
  ]
  /// Names that end the value of another, and are not shown.
  private static let otherNames = [
    "Template", "Revision Number", "Total Editing Time", "Last Printed", "Number of Pages", "Number of Words",
    "Number of Characters", "Security", "Code page", "Os", "Thumbnail", "Number of Bytes", "Number of Lines",
  ]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  let fields: [String: String]

  /// Nil for the description of another format.
  init?(_ description: String) {
    guard description.hasPrefix("Composite Document File V2") else { return nil }
    let names = Array(Self.fieldsOfNames.keys) + Self.otherNames
    let starts = names.compactMap { name in
      description.firstRange(of: ", \(name): ").map { (name: name, range: $0) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var fields: [String: String] = [:]
    for (index, start) in starts.enumerated() {
      guard let field = Self.fieldsOfNames[start.name] else { continue }
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : description.endIndex
      guard start.range.upperBound <= end else { continue }
      let value = String(description[start.range.upperBound..<end])
      fields[field] = start.name.hasSuffix("Date") ? Self.date(value) : value
    }
    self.fields = fields
  }

  /// RFC 3339 of a time as `ctime` writes it; nil for another text.
  ///
  /// The zone of the worker is UTC.
  private static func date(_ text: String) -> String? {
    let parts = text.split(separator: " ")
    guard parts.count == 5, let month = months.firstIndex(of: String(parts[1])), let day = Int(parts[2])
    else {
      return nil
    }
    let two = [month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let written = "\(parts[4])-\(two[0])-\(two[1])T\(parts[3])Z"
    return (try? Date(written, strategy: .iso8601))?.ISO8601Format()
  }
}
