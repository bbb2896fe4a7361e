import SAML

extension Diagnosis {
  var samlReport: DiagnosisReport? {
    switch self {
    case .saml(let refusal): refusal.report
    case .attributesTooLarge(let bytes):
      DiagnosisReport(
        "saml-attributes", "The assertion's attributes are larger than an ID token may hold.",
        expected: "up to \(SAMLVerification.maximumTokenBytes) bytes", seen: "\(bytes) bytes",
        advice:
          "Name the attributes that apps need in attributeMapping.signInAttributes, or have the provider send "
          + "fewer groups.")
    default: nil
    }
  }
}

extension SAMLRefusal {
  var report: DiagnosisReport {
    DiagnosisReport(
      "saml-\(check.rawValue)", check.sentence, expected: expected, seen: seen, advice: check.advice)
  }
}

extension SAMLCheck {
  fileprivate var sentence: String {
    switch self {
    case .base64: "The SAML response is not Base64, or is too large."
    case .encoding: "The SAML response is not XML in UTF-8, or is too large."
    case .documentType: "The SAML response has a document type declaration, which is refused."
    case .markup: "The SAML response holds a comment, a processing instruction or a CDATA section."
    case .limits: "The SAML response nests too deep, or has too many elements."
    case .wellFormedness: "The SAML response is no well-formed XML."
    case .structure: "An element of the SAML response is not where it has to be."
    case .identifiers: "An ID of the SAML response is malformed or not unique."
    case .encryption: "The assertion is encrypted. This server reads no encrypted assertions."
    case .status: "The provider did not sign the user in."
    case .signaturePresence: "Neither the SAML response nor its assertion is signed."
    case .signatureProfile: "The signature does not have the form that SAML prescribes."
    case .algorithm: "The signature's algorithm is not accepted."
    case .canonicalForm: "The signed element has no canonical form."
    case .digest: "The SAML response was changed after it was signed."
    case .certificates: "The provider's settings hold no certificate by which a signature can be checked."
    case .signature: "No key of the provider's certificates made the signature."
    case .version: "The SAML response is not of SAML 2.0."
    case .issuer: "The SAML response is of another issuer."
    case .destination: "The SAML response was meant for another address."
    case .inResponseTo: "The SAML response does not answer the request of this sign-in."
    case .issueInstant: "The assertion was issued in the future."
    case .subject: "The assertion has no identifier of the user that stays the same."
    case .confirmation: "The assertion's subject has no bearer confirmation that is valid now."
    case .recipient: "The assertion was meant for another address."
    case .conditions: "The assertion's conditions are missing, or hold one that is unknown."
    case .validity: "The assertion is not valid now."
    case .audience: "The assertion was made for another service provider."
    case .authentication:
      "The assertion does not say how the user signed in, or the session at the provider has ended or began too long "
        + "ago."
    case .attributes: "The assertion's attributes cannot be read."
    case .text: "A value of the assertion is empty, too long, or more than text."
    }
  }

  fileprivate var advice: String? {
    switch self {
    case .encryption: "Have the provider sign its assertions and not encrypt them."
    case .signaturePresence: "Have the provider sign the assertion, the response, or both."
    case .algorithm: "Have the provider sign with RSA-SHA256. SHA-1 is accepted where the settings allow it."
    case .certificates, .signature:
      "Compare the certificates in the settings with those of the provider's metadata: it may have a new one."
    case .issuer: "Compare the provider's entity ID in the settings with the one in its metadata."
    case .destination, .recipient:
      "Give the provider the callback address of the settings as the address of the assertion consumer service."
    case .inResponseTo:
      "Sign-ins that begin at the provider are refused unless the settings name the page that they go to."
    case .audience: "Give the provider the service provider's entity ID of the settings."
    case .issueInstant, .validity, .confirmation: "Compare the clocks of the provider and of this server."
    case .authentication:
      "If users have to sign in anew at the provider, it has to obey ForceAuthn and give the time in AuthnInstant."
    case .subject: "Have the provider send a NameID that stays the same: persistent, or the address."
    default: nil
    }
  }
}
