/// A member of a response that is written as `null` without a value, as at the end of a list.
///
/// A synthesised encoding would leave it out.
///
/// ```swift
/// struct Page: Encodable {
///   let names: [String]
///   @Nullable var next: String?
/// }
/// ```
@propertyWrapper
struct Nullable<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension Nullable: Sendable where Value: Sendable {}
