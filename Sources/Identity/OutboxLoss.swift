/// Messages or revocations that were not put into the outbox, or were deleted from it before they were delivered.
public struct OutboxLoss: Sendable, Equatable {
  public enum Cause: Sendable, Equatable, CaseIterable {
    /// Too many messages of the project and channel waited: see ``StoreWrite/insertMessageIfRoom(_:limit:)``.
    case full
    /// The tenant, or all accounts of its scope, were deleted.
    case scopeDeleted
    /// The message expired without a report from any server, because no server delivers the channel.
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
