/// Messages or revocations that a store left out of its outbox, or deleted from it, before they were delivered.
public struct OutboxLoss: Sendable, Equatable {
  public enum Cause: Sendable, Equatable, CaseIterable {
    /// Too many of the project and channel waited: see ``StoreWrite/insertMessageIfRoom(_:limit:)``.
    case full
    /// The tenant, or all accounts of its scope, were deleted.
    case scopeDeleted
    /// Its time was over, and no server had reported so: none delivers the channel.
    case expired
  }

  public var cause: Cause
  public var channel: OutboxEntry.Channel
  public var project: ProjectID
  public var count: Int

  public init(_ cause: Cause, of channel: OutboxEntry.Channel, in project: ProjectID, count: Int = 1) {
    self.cause = cause
    self.channel = channel
    self.project = project
    self.count = count
  }
}
