import Identity
import IdentityWire
import Synchronization

/// What a project's functions said in the course of one request. When its sign-in is decided anew, because what
/// it rested on has changed, a function is asked again only if it would be told something else, and then of the
/// same event: it may count, or send a mail.
final class BlockingFunctionResults: Sendable {
  /// Those of the request whose decision is being made; nil where it is made once.
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

  /// The same for every call of one event.
  func eventID(of event: BlockingFunctions.Event, _ random: some RandomSource) -> String {
    state.withLock { state in
      if let known = state.eventIDs[event] { return known }
      let id = Base64URL.encode(random.bytes(16))
      state.eventIDs[event] = id
      return id
    }
  }

  /// What the function said when it was told the same before, else what it says now.
  func answer(
    to call: BlockingFunctionCall, by functions: any BlockingFunctionCaller
  ) async throws(IdentityError) -> BlockingFunctionAnswer? {
    var telling = call
    // Each attempt, and each other device, makes it another moment.
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
