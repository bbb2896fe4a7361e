/// `accounts:batchDelete`.
public struct BatchDeleteRequest: Codable, Sendable {
  public var localIds: [String]?
  /// Whether accounts that are not disabled are deleted, too.
  public var force: Bool?
  public var tenantId: String?
  public init() {}
}

public struct BatchDeleteResponse: Codable, Sendable {
  public struct AccountError: Codable, Sendable, Equatable {
    /// In the request's list of ids.
    public var index: Int
    public var localId: String
    public var message: String

    public init(index: Int, localId: String, message: String) {
      self.index = index
      self.localId = localId
      self.message = message
    }
  }

  public var errors: [AccountError]?
  public init(errors: [AccountError]?) { self.errors = errors }
}
