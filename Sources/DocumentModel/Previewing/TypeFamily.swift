/// Families of types that share the colour of an icon.
///
/// The order decides between families at equal distance from a type.
public enum TypeFamily: String, Hashable, Sendable, Codable, CaseIterable {
  /// Sheaf's own boards.
  case board
  /// Pages with text and pictures.
  case document
  /// Tables that calculate.
  case spreadsheet
  /// Slides.
  case presentation
  /// Pictures.
  case image
  /// Sound.
  case audio
  /// Film.
  case video
  /// Bodies in space.
  case model
  /// Mail, contacts, calendars.
  case message
  /// Fonts.
  case font
  /// Files packed into one.
  case archive
  /// Text for machines.
  case code
  /// Text for people.
  case text
  /// Anything else.
  case data
  /// Folders.
  case folder

  /// The colour of the family's icons, a token of the app's style; white on it has a contrast above 4.5 : 1.
  var color: String {
    switch self {
    case .board, .document, .message, .image: "#2B55C9"
    case .spreadsheet, .model: "#2E7D4F"
    case .presentation, .archive: "#8A5A00"
    case .audio, .video: "#B3261E"
    case .code, .font: "#1C1A18"
    case .text, .data, .folder: "#645F58"
    }
  }
}
