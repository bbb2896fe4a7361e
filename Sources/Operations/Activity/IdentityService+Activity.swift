import Identity
import IdentityWire

extension IdentityService {
  /// Counts an operation and its outcome.
  func counting<Answer>(
    _ kind: Activity.Kind, by provider: String, _ caller: Caller,
    _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    let answer = try await countingFailures(kind, by: provider, caller, body)
    activity.count(Activity(kind, by: provider, .success), in: caller.scope)
    return answer
  }

  /// Counts an operation only if it fails. Its success is counted elsewhere.
  func countingFailures<Answer>(
    _ kind: Activity.Kind, by provider: String, _ caller: Caller,
    _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    do {
      return try await body()
    } catch {
      activity.count(Activity(kind, by: provider, .init(error: error)), in: caller.scope)
      throw error
    }
  }
}
