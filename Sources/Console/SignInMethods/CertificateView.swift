import Identity
import IdentityProviders

/// The details of a certificate, for comparison by people.
struct CertificateView: Sendable {
  let subject: String
  let validity: String
  let fingerprint: String
  let isExpired: Bool

  init(_ certificate: SAMLCertificate, _ request: ConsoleRequest) {
    subject = certificate.subject
    validity = request.texts(
      "methods.certificate.validity",
      [
        "from": request.texts.moment(certificate.notBefore), "to": request.texts.moment(certificate.notAfter),
      ])
    fingerprint = certificate.fingerprint
    isExpired = certificate.notAfter < request.now
  }
}
