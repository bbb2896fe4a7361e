import Identity
import Telemetry
import Tokens

/// Measures how long another signer takes.
struct TimedSigner: TokenSigner {
  let signer: any TokenSigner
  let time: MetricHistogram

  func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8] {
    let begin = ContinuousClock.now
    defer { time.record(ContinuousClock.now - begin) }
    return try await signer.sign(signingInput, with: key)
  }
}
