/// Messages or revocations that were not added to the outbox, or were deleted from it before they were delivered.
public struct OutboxLoss: Sendable, Equatable {
  public enum Cause: Sendable, Equatable, CaseIterable {
    /// Too many messages of the project and channel waited: see ``StoreWrite/insertMessageIfRoom(_:limit:)``.
    case full
    /// The tenant was deleted, or all accounts of the scope were deleted.
    case scopeDeleted
    /// The message expired because no server delivers its channel. No server had reported the message as lost before.
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
