import Crypto
import CryptoExtras
import Foundation
import IdentityProviders
import TestSupport
import X509

/// The signature of a request by the HTTP-Redirect binding (SAML V2.0 Bindings, section 3.4.4.1).
struct SignedRedirect {
  /// The octets that were signed, as they stand in the address.
  let octets: String
  let signature: Data

  init(_ flow: AuthUriFlow) throws {
    guard let start = flow.authURI.range(of: "SAMLRequest=")?.lowerBound,
      let end = flow.authURI.range(of: "&Signature=")?.lowerBound,
      flow["SigAlg"] == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      let signature = flow["Signature"].flatMap({ Data(base64Encoded: $0) })
    else { throw TestFailure("the request is not signed: \(flow.authURI)") }
    octets = String(flow.authURI[start..<end])
    self.signature = signature
  }

  func isValid(by certificatePEM: String) -> Bool {
    guard let certificate = try? Certificate(pemEncoded: certificatePEM),
      let key = _RSA.Signing.PublicKey(certificate.publicKey)
    else { return false }
    return key.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: Data(octets.utf8)),
      padding: .insecurePKCS1v1_5)
  }
}
