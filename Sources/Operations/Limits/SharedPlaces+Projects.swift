import Identity
import WorkPool

extension SharedPlaces {
  /// Runs a project's work in a place.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` if there is no room.
  func run<Answer: Sendable>(of project: ProjectID, _ work: () async -> Answer) async throws(IdentityError)
    -> Answer
  {
    guard let place = place(of: project.rawValue) else { throw .refused(.tooManyAttemptsTryLater) }
    defer { place.leave() }
    return await work()
  }
}
