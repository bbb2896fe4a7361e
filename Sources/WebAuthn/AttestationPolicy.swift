import X509

/// The requirements for an authenticator's attestation.
///
/// Synced passkeys have no attestation, so a policy that requires an attestation excludes synced passkeys.
public enum AttestationPolicy: Sendable {
  /// No attestation is required. `none` and self-attestations (`packed`) have to be well-formed and valid.
  /// Statements of other formats are neither trusted nor checked.
  case unneeded
  /// Requires a statement of the format `packed`, `fido-u2f` or `apple` with a certificate chain to one of
  /// these roots. The first certificate's key has to be on P-256. Revocation is not checked. The formats
  /// `tpm`, `android-key` and `android-safetynet` are refused, because they are not verified here.
  case trusted(roots: [Certificate])
}
