/// Why a server's answer is missing or of no use.
public enum ServerFailure: Error, Sendable, Hashable {
  case unreachable
  case timedOut
  /// The answer is larger than was asked for. It was not read to its end.
  case tooLarge
  /// Redirects, which are not followed, are among them.
  case status(Int)
  /// The answer is not what the protocol says.
  case malformed
  /// The key set has no usable key, or several under one name.
  case noUsableKey
  /// The administrator's token could not be had.
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
