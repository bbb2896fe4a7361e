import CLatchkeyAuth
import Foundation
import LatchkeyAuth
import Synchronization

/// The C code that gets captcha tokens. Its context must be usable on any thread.
final class CaptchaHook: CaptchaTokenProvider, @unchecked Sendable {
  private struct WeakQuestion: Sendable {
    weak var question: CaptchaQuestion?
  }

  private struct State {
    var isClosed = false
    var lastNumber: UInt64 = 0
    var questions: [UInt64: WeakQuestion] = [:]
  }

  private let show: latchkey_show_captcha
  private let owner: ContextOwner
  private let state = Mutex(State())

  init(_ show: latchkey_show_captcha, _ owner: ContextOwner) {
    self.show = show
    self.owner = owner
  }

  func captchaToken(for request: CaptchaTokenRequest) async throws -> String {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    defer { state.withLock { _ = $0.questions.removeValue(forKey: number) } }
    return try await withCheckedThrowingContinuation { continuation in
      ask(CaptchaQuestion(request, continuation), number)
    }
  }

  private func ask(_ question: CaptchaQuestion, _ number: UInt64) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.questions[number] = WeakQuestion(question: question) }
      return !state.isClosed
    }
    guard isOpen else {
      question.cancel()
      return
    }
    Callbacks.queue.async { [self] in
      guard !state.withLock({ $0.isClosed }) else {
        // The call that closed the hook may not have reached this question yet.
        question.cancel()
        return
      }
      let handle = Handle(question)
      withExtendedLifetime(handle) { show(owner.context, handle.borrowed) }
    }
  }

  /// Ends the calls of the C code, cancels the questions that it has not answered, and releases its context. May
  /// be called more than once.
  func close() {
    let questions = state.withLock { state -> [WeakQuestion]? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      defer { state.questions = [:] }
      return Array(state.questions.values)
    }
    guard let questions else { return }
    for each in questions { each.question?.cancel() }
    owner.release()
  }
}

/// A context of C code, with the function that releases it.
struct ContextOwner: @unchecked Sendable {
  let context: UnsafeMutableRawPointer?
  let releaseContext: latchkey_release_context?

  /// Releases the context after the callbacks that were requested before.
  func release() {
    guard let releaseContext else { return }
    Callbacks.queue.async { releaseContext(context) }
  }
}

/// The hooks of the apps that were not deleted.
final class CaptchaHooks: Sendable {
  static let shared = CaptchaHooks()

  private let hooks = Mutex<[ObjectIdentifier: CaptchaHook]>([:])

  /// Replaces the hook of an app.
  ///
  /// - Parameter hook: nil to remove the hook.
  /// - Returns: false if the app was deleted, or if there is no app. Then the new hook is not used.
  func set(_ hook: CaptchaHook?, of auth: Auth) -> Bool {
    guard let app = auth.app else { return false }
    let (former, isSet) = hooks.withLock { hooks -> (CaptchaHook?, Bool) in
      guard !app.isDeleted else { return (nil, false) }
      let former = hooks[ObjectIdentifier(app)]
      hooks[ObjectIdentifier(app)] = hook
      auth.captchaTokenProvider = hook
      return (former, true)
    }
    former?.close()
    return isSet
  }

  /// Removes the hook of an app that was deleted.
  func forget(_ app: FirebaseApp) {
    hooks.withLock { $0.removeValue(forKey: ObjectIdentifier(app)) }?.close()
  }
}
