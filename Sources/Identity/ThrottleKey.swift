/// Whose tries at what are counted together.
public struct ThrottleKey: Sendable, Hashable {
  public var scope: Scope
  /// What is tried and by what it is counted, such as `password/network`. It is not secret: logs name it.
  public var kind: String
  /// Who tries or is tried, as a keyed hash: no address or number can be read from it.
  public var subject: [UInt8]

  public init(scope: Scope, kind: String, subject: [UInt8]) {
    self.scope = scope
    self.kind = kind
    self.subject = subject
  }
}
