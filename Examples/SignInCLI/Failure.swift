import FirebaseAuth
import Foundation

/// Ends a command, with a sentence for the user.
struct Failure: Error {
  let status: ExitStatus
  let sentence: String

  init(_ status: ExitStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// Nil for errors that do not concern a sign-in, such as a wrong command line.
  init?(_ error: any Error) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    guard let code = AuthErrorCode(error) else { return nil }
    let status: ExitStatus =
      switch code {
      case .networkError, .webNetworkRequestFailed: .unavailable
      case .webContextCancelled: .cancelled
      case .nullUser, .userNotFound, .userTokenExpired, .invalidUserToken: .nobody
      case .invalidAPIKey, .appNotAuthorized: .configuration
      default: .refused
      }
    self.init(status, Self.sentence(error as NSError))
  }

  private static func sentence(_ error: NSError) -> String {
    guard let reason = error.localizedFailureReason, !reason.isEmpty else {
      return error.localizedDescription
    }
    return "\(error.localizedDescription) (\(reason))"
  }

  static let nobodySignedIn = Failure(.nobody, "Nobody is signed in. \"sign-in-cli sign-in\" changes that.")
}
