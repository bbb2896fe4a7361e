import IdentityWire

/// The contents of a Realtime Database at one moment.
public struct DatabaseData: Sendable {
  let root: DatabaseNode?

  /// Creates an empty database.
  public init() { root = nil }

  /// - Throws: ``RulesRequestError`` for keys that data cannot have, and data nested too deeply.
  public init(_ json: JSONValue) throws(RulesRequestError) {
    do {
      root = try DatabaseNode.make(json, existing: nil, now: 0)
    } catch {
      throw RulesRequestError(message: error.message)
    }
  }
}

/// A request that is invalid regardless of the rules.
public struct RulesRequestError: Error, Sendable, Hashable, CustomStringConvertible {
  public let message: String
  public var description: String { message }

  public init(message: String) { self.message = message }
}

/// The order and the limits of a read.
public struct DatabaseQuery: Sendable {
  public enum Order: Sendable, Hashable {
    case key, priority, value
    case child(String)
  }

  public var order: Order
  public var startAt: JSONValue
  public var endAt: JSONValue
  public var equalTo: JSONValue
  public var limitToFirst: Int?
  public var limitToLast: Int?

  public init(
    order: Order = .key, startAt: JSONValue = .null, endAt: JSONValue = .null, equalTo: JSONValue = .null,
    limitToFirst: Int? = nil, limitToLast: Int? = nil
  ) {
    self.order = order
    self.startAt = startAt
    self.endAt = endAt
    self.equalTo = equalTo
    self.limitToFirst = limitToFirst
    self.limitToLast = limitToLast
  }

  func value(_ member: DatabaseExpression.QueryMember) -> DatabaseValue {
    switch member {
    case .orderByKey: return .bool(order == .key)
    case .orderByPriority: return .bool(order == .priority)
    case .orderByValue: return .bool(order == .value)
    case .orderByChild:
      guard case .child(let path) = order else { return .null }
      return .string(path)
    case .startAt: return DatabaseValue(startAt)
    case .endAt: return DatabaseValue(endAt)
    case .equalTo: return DatabaseValue(equalTo)
    case .limitToFirst: return limitToFirst.map { .number(Double($0)) } ?? .null
    case .limitToLast: return limitToLast.map { .number(Double($0)) } ?? .null
    }
  }
}

/// One request to a Realtime Database.
public struct DatabaseRequest: Sendable {
  public enum Operation: Sendable {
    case read(DatabaseQuery)
    /// Sets the data at the path. Null deletes it.
    case write(JSONValue)
    /// Sets several locations below the path: all of them or none.
    case update([String: JSONValue])

    public static let read = Operation.read(DatabaseQuery())
    public static let delete = Operation.write(.null)
  }

  /// The signed-in user; nil if nobody is signed in.
  public var auth: RulesAuth?
  public var operation: Operation
  /// The whole database, before the request.
  public var data: DatabaseData
  /// Milliseconds since 1970.
  public var time: Double
  let keys: [String]

  /// - Parameter path: the path from the root, such as `/users/alice`.
  public init(
    _ operation: Operation, path: String, auth: RulesAuth?, data: DatabaseData = DatabaseData(), time: Double
  ) {
    self.operation = operation
    self.auth = auth
    self.data = data
    self.time = time
    keys = DatabasePath.keys(path)
  }
}
