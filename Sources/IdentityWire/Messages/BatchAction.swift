/// Latchkey's own `accounts:batchAction`: one action on several users. See `docs/operating.md`.
public struct BatchActionRequest: Sendable {
  public enum Action: String, Sendable, CaseIterable {
    case disable = "DISABLE"
    case enable = "ENABLE"
    case revoke = "REVOKE"
    case delete = "DELETE"
    case export = "EXPORT"
  }

  public var localIds: [String]
  public var action: Action
  public var tenantId: String?

  public init(_ action: Action, localIds: [String]) {
    self.action = action
    self.localIds = localIds
  }
}

public struct BatchActionResponse: Sendable {
  public enum Status: String, Sendable {
    case done = "DONE"
    case notFound = "NOT_FOUND"
    case failed = "FAILED"
  }

  /// The outcome for one user.
  public struct Result: Sendable, Equatable {
    public var localId: String
    public var status: Status
    /// The error of an action that failed.
    public var message: String?

    public init(localId: String, status: Status, message: String? = nil) {
      self.localId = localId
      self.status = status
      self.message = message
    }
  }

  /// One result for each id, in the order of the request. An id that the request repeats has one result.
  public var results: [Result]
  /// The users of an export, as `accounts:batchGet` shows them.
  public var users: [AccountInfo]?

  public init(results: [Result], users: [AccountInfo]? = nil) {
    self.results = results
    self.users = users
  }
}

extension BatchActionRequest: RequestMessage {
  /// - Throws: a fault if the list of ids is missing or empty, or the action is unknown. Unlike enumerations of the
  ///   protocol, an action cannot be given by its index: a mistaken number must not delete users.
  public init(reading members: MessageReader) throws(MessageFault) {
    guard let ids = try members.texts("localIds") else { throw .missing("localIds") }
    guard !ids.isEmpty else { throw MessageFault("must name at least one user").in("localIds") }
    guard let name = try members.text("action") else { throw .missing("action") }
    guard let action = Action.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) else {
      let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw MessageFault("must be one of \(names)").in("action")
    }
    self.init(action, localIds: ids)
    tenantId = try members.text("tenantId")
  }
}

extension BatchActionResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("results", results)
    answer.member("users", users)
  }
}

extension BatchActionResponse.Result: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("localId", localId)
    answer.member("status", status.rawValue)
    answer.member("message", message)
  }
}
