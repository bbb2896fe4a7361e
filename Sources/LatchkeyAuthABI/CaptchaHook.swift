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
