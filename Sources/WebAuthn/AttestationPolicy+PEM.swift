import X509

extension AttestationPolicy {
  /// Trusts the certificates of some texts in PEM, one in each. Nil where one is none, and without any.
  public init?(rootsInPEM texts: [String]) {
    var roots: [Certificate] = []
    for text in texts {
      guard let root = try? Certificate(pemEncoded: text) else { return nil }
      roots.append(root)
    }
    guard !roots.isEmpty else { return nil }
    self = .trusted(roots: roots)
  }

  /// The attestation that a client is asked to convey (WebAuthn Level 3 section 5.4.7).
  public var conveyance: String {
    switch self {
    case .unneeded: "none"
    case .trusted: "direct"
    }
  }
}
