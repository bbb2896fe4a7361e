import Operations

/// The data sources of the console's pages on activity.
public struct ConsoleObservation: Sendable {
  public let activity: ActivityHistory
  public let explanations: SignInExplanations
  public let health: ServerHealth

  public init(activity: ActivityHistory, explanations: SignInExplanations, health: ServerHealth) {
    self.activity = activity
    self.explanations = explanations
    self.health = health
  }
}
