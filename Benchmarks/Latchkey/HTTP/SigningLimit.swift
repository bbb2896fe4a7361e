import Foundation
import Tokens

/// Measures RS256 signatures per second if all cores only sign. The measurement makes signatures in batches
/// if the server can do so.
enum SigningLimit {
  static func measured(seconds: Int) async throws -> MeasuredLimit {
    let subject = try await TokenSubject()
    let key = subject.key
    switch SigningMethod.chosen() {
    case .multiBuffer(let library):
      let inputs = (0..<8).map { [UInt8](repeating: UInt8($0), count: 700) }
      let rate = try await OwnThread.rateOnAllCores(seconds: Double(seconds)) {
        _ = try BatchSigner.signatures(of: inputs, with: key, by: library)
      }
      return MeasuredLimit(name: "batched signing", perSecond: 8 * rate)
    case .libcrypto:
      let input = [UInt8](repeating: 65, count: 700)
      let rate = try await OwnThread.rateOnAllCores(seconds: Double(seconds)) {
        _ = try LibcryptoSigner.signature(of: input, with: key)
      }
      return MeasuredLimit(name: "signing one at a time", perSecond: rate)
    }
  }
}
