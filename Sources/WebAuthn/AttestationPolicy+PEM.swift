import X509

extension AttestationPolicy {
  /// Trusts certificates in PEM, one certificate per text. Nil if there is no text or a text is invalid.
  public init?(rootsInPEM texts: [String]) {
    var roots: [Certificate] = []
    for text in texts {
      guard let root = try? Certificate(pemEncoded: text) else { return nil }
      roots.append(root)
    }
    guard !roots.isEmpty else { return nil }
    self = .trusted(roots: roots)
  }

  /// The attestation conveyance for the client's request (WebAuthn Level 3 section 5.4.7).
  public var conveyance: String {
    switch self {
    case .unneeded: "none"
    case .trusted: "direct"
    }
  }
}
