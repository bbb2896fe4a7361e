/// The key under which tries are counted.
public struct ThrottleKey: Sendable, Hashable {
  public var scope: Scope
  /// The tried action and the kind of the subject, for example `password/network`. It is not secret, and logs contain
  /// it.
  public var kind: String
  /// The subject, as a keyed hash: the client that tries, or the account that is tried. The hash reveals no address or
  /// number.
  public var subject: [UInt8]

  public init(scope: Scope, kind: String, subject: [UInt8]) {
    self.scope = scope
    self.kind = kind
    self.subject = subject
  }
}
