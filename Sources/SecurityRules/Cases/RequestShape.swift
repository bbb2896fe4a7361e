import IdentityWire

/// Which members a request may have as people write it. What is misspelt, or of another kind than it looks,
/// would be taken for something that was left out, and the answer would be that of another request.
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

  /// - Parameter name: what the value is called, before its members' names; empty for the request itself.
  /// - Throws: for what is no object, a member that there is not, and one of another kind.
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
  /// The member, unless it is missing or null.
  func given(_ name: String) -> JSONValue? { self[name]?.unlessNull }
}
