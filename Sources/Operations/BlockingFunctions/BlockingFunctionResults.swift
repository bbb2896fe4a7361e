import Identity
import IdentityWire
import Synchronization

/// The answers of a project's functions in the course of one request. If a conflict makes the request decide
/// again, a function is called again only if its message has changed. It then gets the same event ID, because
/// it may count events or send mails.
final class BlockingFunctionResults: Sendable {
  /// The results of the current request; nil for an operation that is not retried.
  @TaskLocal static var current: BlockingFunctionResults?

  private struct Result {
    var functionURI: String
    var told: [String: JSONValue]
    var answer: BlockingFunctionAnswer?
  }

  private struct State {
    var eventIDs: [BlockingFunctions.Event: String] = [:]
    var results: [Result] = []
  }

  private let state = Mutex(State())

  /// Returns the same ID for every call of one event.
  func eventID(of event: BlockingFunctions.Event, _ random: some RandomSource) -> String {
    state.withLock { state in
      if let known = state.eventIDs[event] { return known }
      let id = Base64URL.encode(random.bytes(16))
      state.eventIDs[event] = id
      return id
    }
  }

  /// Returns the function's earlier answer to the same message, or calls the function.
  func answer(
    to call: BlockingFunctionCall, by functions: any BlockingFunctionCaller
  ) async throws(IdentityError) -> BlockingFunctionAnswer? {
    var telling = call
    // The time of the last sign-in differs in each attempt, and after a sign-in on another device.
    telling.account.lastLoginAt = nil
    let told = telling.claims
    let known = state.withLock { state in
      state.results.first { $0.functionURI == call.functionURI && $0.told == told }
    }
    if let known { return known.answer }
    let answer = try await functions.call(call)
    state.withLock { state in
      state.results.append(
        Result(functionURI: call.functionURI, told: told, answer: answer))
    }
    return answer
  }
}
