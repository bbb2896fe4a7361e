import IdentityWire

/// The members that a written request may have. Without this check, a misspelt member or a member of the wrong type
/// would count as missing, and the result would be wrong.
struct RequestShape {
  enum Kind: String {
    case text = "a text"
    case number = "a number"
    case flag = "true or false"
    case object = "an object, or null"
    case anything

    func takes(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.anything, _), (.text, .string), (.number, .integer), (.number, .double), (.flag, .bool),
        (.object, .object), (.object, .null):
        true
      default: false
      }
    }
  }

  static let database = RequestShape(members: [
    "auth": .object, "path": .text, "method": .text, "time": .number, "data": .anything,
    "newData": .anything, "query": .object,
  ])
  static let databaseQuery = RequestShape(members: [
    "orderByKey": .flag, "orderByValue": .flag, "orderByPriority": .flag, "orderByChild": .text,
    "startAt": .anything, "endAt": .anything, "equalTo": .anything, "limitToFirst": .number,
    "limitToLast": .number,
  ])
  static let service = RequestShape(members: [
    "auth": .object, "path": .text, "method": .text, "time": .text, "resource": .object,
    "requestResource": .object, "documents": .object, "query": .object, "params": .object,
  ])

  let members: [String: Kind]

  /// - Parameter name: the value's name, for error messages about its members; empty for the request itself.
  /// - Throws: an error if the value is not an object, or if a member is unknown or of another type.
  func check(_ json: JSONValue, _ name: String = "") throws(RulesRequestError) {
    guard case .object(let found) = json else {
      throw RulesRequestError(
        message: name.isEmpty ? "The request is no object." : "'\(name)' is no object.")
    }
    let prefix = name.isEmpty ? "" : "\(name)."
    for (key, value) in found.sorted(by: { ExactText.compare($0.key, $1.key) < 0 }) {
      guard key.utf8.count <= 40, let kind = members[key] else {
        let known = members.keys.sorted().joined(separator: ", ")
        throw RulesRequestError(
          message: "There is no '\(prefix)\(ExactText.prefix(key, 60))'. There are: \(known).")
      }
      guard kind.takes(value) else {
        throw RulesRequestError(message: "'\(prefix)\(key)' is not \(kind.rawValue).")
      }
    }
  }
}

extension JSONValue {
  /// Returns the member; nil if it is missing or null.
  func given(_ name: String) -> JSONValue? { self[name]?.unlessNull }
}
