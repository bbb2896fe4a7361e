/// The key under which tries are counted together.
public struct ThrottleKey: Sendable, Hashable {
  public var scope: Scope
  /// The tried action and what it is counted by, for example `password/network`. It is not secret: logs contain it.
  public var kind: String
  /// The subject that tries or is tried, as a keyed hash: no address or number can be read from it.
  public var subject: [UInt8]

  public init(scope: Scope, kind: String, subject: [UInt8]) {
    self.scope = scope
    self.kind = kind
    self.subject = subject
  }
}
