import Crypto
import Foundation
import Identity
import Secrets

/// The signature of a request to a webhook. It proves that the request comes from this server and is not a replay:
/// `t=SECONDS,v1=HEX`, where HEX is the HMAC-SHA256 of `SECONDS.BODY` under the shared secret.
public enum WebhookSignature {
  public static let header = "Latchkey-Signature"

  static func value(of body: [UInt8], at moment: Instant, secret: Secret) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: signed(body, moment.seconds), using: SymmetricKey(data: Data(secret.reveal().utf8)))
    return "t=\(moment.seconds),v1=\(code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
  }

  /// True if a request is genuine. The comparison takes constant time.
  ///
  /// - Parameter tolerance: the number of seconds by which the request's time may differ, in either direction.
  public static func isValid(
    _ header: String, body: [UInt8], secret: Secret, now: Instant, tolerance: Int64 = 300
  ) -> Bool {
    let parts = header.split(separator: ",", maxSplits: 8).map { $0.split(separator: "=", maxSplits: 1) }
    guard let time = parts.first(where: { $0.count == 2 && $0[0] == "t" }).flatMap({ Int64($0[1]) }),
      let code = parts.first(where: { $0.count == 2 && $0[0] == "v1" }).flatMap({ bytes($0[1]) }),
      abs(now.seconds.subtractingReportingOverflow(time).partialValue) <= tolerance
    else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: signed(body, time), using: SymmetricKey(data: Data(secret.reveal().utf8)))
  }

  private static func signed(_ body: [UInt8], _ seconds: Int64) -> Data { Data("\(seconds).".utf8) + body }

  private static func bytes(_ hex: Substring) -> Data? {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == 64, hex.utf8.count == 64 else { return nil }
    return Data(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
