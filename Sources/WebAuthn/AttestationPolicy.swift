import X509

/// The demands on an authenticator's statement about itself.
///
/// Passkeys that sync make none: whoever asks for one shuts them out.
public enum AttestationPolicy: Sendable {
  /// Nothing is asked for. `none` and self-attestations (`packed`) have to be well-formed and right; what another format
  /// says is neither believed nor checked.
  case unneeded
  /// Only statements of the formats `packed`, `fido-u2f` and `apple` with a chain of certificates to one of these roots are
  /// taken, their first certificate with a key on P-256. Revocation is not looked up. The formats `tpm`, `android-key` and
  /// `android-safetynet` are not verified here, and refused.
  case trusted(roots: [Certificate])
}
