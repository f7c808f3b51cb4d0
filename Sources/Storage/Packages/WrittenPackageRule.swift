import DocumentModel
import FoundationEssentials

/// The content of `Library/packages.json`: the folders that are documents, and the names among them that no type has now.
///
/// ```
///               types say   types are lost: their names are held
///   served ────────────────────────────────────────────────► held, whatever is declared for other names
///     ▲                                                        │
///     └── a user's type has the extension: it decides again ◄──┘
/// ```
/// So a damaged file of types makes no package fall apart into a folder of documents, and no folder a package. To change
/// that, declare a type of that extension and withdraw it, or remove `packages.json` while no server runs.
struct WrittenPackageRule: Hashable, Sendable {
  /// Names of folders that are documents: those that types say, and those that are held.
  private(set) var names: PackageNames
  /// Whether the users' types were lost since this was written, so that what they said of names is to be held.
  var areTypesLost = false
  /// Extensions of documents that lost types made so.
  private(set) var heldDocuments: Set<String> = []
  /// Extensions of mere folders that lost types made so, though types that are left make documents of them.
  private(set) var heldFolders: Set<String> = []

  static let empty = WrittenPackageRule(names: .empty)

  /// The rule that follows when the types say `names`.
  ///
  /// - Parameters:
  ///   - names: of folders that are documents.
  ///   - declared: extensions of users' types, which decide.
  ///   - leftOut: extensions of users' types that are written down and not valid: what they said is held as well.
  func following(
    _ names: PackageNames, declared: Set<String>, leftOut: Set<String> = []
  ) -> WrittenPackageRule {
    let (now, then) = (names.extensions, self.names.extensions)
    let documents = areTypesLost ? then : heldDocuments.union(then.intersection(leftOut))
    let folders =
      areTypesLost ? now.subtracting(then) : heldFolders.union(leftOut.subtracting(then))
    var rule = WrittenPackageRule(names: names)
    rule.heldDocuments = documents.subtracting(now).subtracting(declared)
    rule.heldFolders = folders.intersection(now).subtracting(declared)
    rule.names = PackageNames(extensions: now.union(rule.heldDocuments).subtracting(rule.heldFolders))
    return rule
  }
}

extension WrittenPackageRule: Codable {
  private enum CodingKeys: CodingKey {
    case extensions, heldDocuments, heldFolders, areTypesLost
  }

  init?(json: [UInt8]) {
    guard let rule = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = rule
  }

  /// Reads what ``encode(to:)`` writes, and what earlier releases wrote.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    names = try PackageNames(from: decoder)
    heldDocuments = Set(try members.decodeIfPresent([String].self, forKey: .heldDocuments) ?? [])
    heldFolders = Set(try members.decodeIfPresent([String].self, forKey: .heldFolders) ?? [])
    areTypesLost = try members.decodeIfPresent(Bool.self, forKey: .areTypesLost) ?? false
  }

  /// Writes what there is to say, and the names as earlier releases read them.
  func encode(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    if !heldDocuments.isEmpty { try members.encode(heldDocuments.sorted(), forKey: .heldDocuments) }
    if !heldFolders.isEmpty { try members.encode(heldFolders.sorted(), forKey: .heldFolders) }
    if areTypesLost { try members.encode(true, forKey: .areTypesLost) }
  }
}
