import LatchkeyAuth
import Synchronization

/// A token that a request waits for. Only the first answer counts. If nobody can answer any more, the request
/// fails.
final class CaptchaQuestion: Sendable {
  let request: CaptchaTokenRequest
  private let waiting: Mutex<CheckedContinuation<String, any Error>?>

  init(_ request: CaptchaTokenRequest, _ waiting: CheckedContinuation<String, any Error>) {
    self.request = request
    self.waiting = Mutex(waiting)
  }

  deinit { end(.failure(AuthError(.captchaCheckFailed, "The app did not answer the request for a token."))) }

  /// Answers the question.
  ///
  /// - Returns: false if it already was answered.
  @discardableResult func end(_ answer: Result<String, any Error>) -> Bool {
    let first = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    first?.resume(with: answer)
    return first != nil
  }

  /// Ends the request like one whose page the user closed.
  @discardableResult func cancel() -> Bool { end(.failure(AuthError(.webContextCancelled))) }
}
