import Identity
import IdentityProviders
import IdentityWire
import Logging

extension IdentityService {
  /// Runs a part of a federated sign-in. If it fails, the error gets an ID under which the reason is stored.
  public func diagnosing<Answer>(
    _ caller: Caller, provider: String?, _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    do {
      return try await body()
    } catch {
      throw await explained(error, caller.scope, provider: provider, from: caller.network)
    }
  }

  /// Stores and logs why a federated sign-in failed.
  ///
  /// - Parameter network: the client's network; nil if unknown.
  /// - Returns: the error with the ID. An error that already has an ID, or says that the server is too busy,
  ///   is returned unchanged.
  public func explained(
    _ error: IdentityError, _ scope: Scope?, provider: String?, from network: ClientNetwork?
  ) async -> IdentityError {
    guard error.diagnosticID == nil, error.kind != .busy else { return error }
    let diagnosis =
      error.signInDiagnosis
      ?? .refused(code: error.name, because: error.cause ?? "the request cannot be carried out")
    let explanation = SignInExplanation(
      id: random.alphanumeric(12), at: clock.now(), project: scope?.project, tenant: scope?.tenant,
      provider: provider, errorCode: error.name, report: diagnosis.report)
    // Best effort: the caller gets their own error in any case.
    var isKept = false
    if let record = explanation.record,
      diagnosisBudget.take(
        explanation.project, from: network, limits.flowsPerNetwork, now: explanation.at)
    {
      isKept = (try? await store.apply([.insertDiagnosis(record)])) != nil
    }
    log.info(
      "federated sign-in failed",
      metadata: [
        "diagnostic": "\(explanation.id)", "kept": "\(isKept)", "provider": "\(explanation.provider ?? "")",
        "project": "\(scope?.project.rawValue ?? "")", "code": "\(explanation.errorCode)",
        "check": "\(explanation.report.check)", "reason": "\(explanation.report.sentence)",
      ])
    AuditContext.current.trail?.note("diagnostic", explanation.id)
    var explained = error
    explained.diagnosticID = explanation.id
    return explained
  }
}
