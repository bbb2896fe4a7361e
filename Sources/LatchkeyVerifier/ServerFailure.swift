/// The reason why a server's answer is missing or unusable.
public enum ServerFailure: Error, Sendable, Hashable {
  case unreachable
  case timedOut
  /// The answer exceeds the size limit. The verifier did not read it to its end.
  case tooLarge
  /// The status is not the expected one. A redirect is also an unexpected status, because the verifier
  /// follows no redirects.
  case status(Int)
  /// The answer does not follow the protocol.
  case malformed
  /// The key set has no usable key, or has several keys with the same id.
  case noUsableKey
  /// The administrator's token was not available.
  case noAdministratorToken
}

extension ServerFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable: "the server cannot be reached"
    case .timedOut: "the server did not answer in time"
    case .tooLarge: "the answer is too large"
    case .status(let status): "the server answered \(status)"
    case .malformed: "the answer is malformed"
    case .noUsableKey: "the key set has no usable key"
    case .noAdministratorToken: "there is no administrator's token"
    }
  }
}
