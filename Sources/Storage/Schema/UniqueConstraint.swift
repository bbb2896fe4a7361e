import Identity

/// A unique constraint. The raw value is the name of the constraint or index, by which PostgreSQL reports a
/// violation.
package enum UniqueConstraint: String, Sendable, CaseIterable {
  case projectID = "projects_pkey"
  case projectNumber = "projects_number"
  case apiKey = "api_keys_pkey"
  case tenantID = "tenants_pkey"
  case accountID = "accounts_pkey"
  case accountEmail = "accounts_email"
  case accountPhoneNumber = "accounts_phone_number"
  case providerLink = "provider_links_pkey"
  case passkey = "passkeys_pkey"
  case session = "sessions_pkey"
  case artifact = "artifacts_pkey"
  case signingKey = "signing_keys_pkey"
  case outboxMessage = "outbox_pkey"
  case auditRecord = "audit_records_pkey"
  case diagnosis = "diagnoses_pkey"

  /// The columns in order, by which SQLite reports a violation.
  var columns: String {
    switch self {
    case .projectID: "projects.id"
    case .projectNumber: "projects.number"
    case .apiKey: "api_keys.api_key"
    case .tenantID: "tenants.project, tenants.id"
    case .accountID: "accounts.project, accounts.tenant, accounts.local_id"
    case .accountEmail: "accounts.project, accounts.tenant, accounts.email"
    case .accountPhoneNumber: "accounts.project, accounts.tenant, accounts.phone_number"
    case .providerLink:
      "provider_links.project, provider_links.tenant, provider_links.provider_id, provider_links.raw_id"
    case .passkey: "passkeys.project, passkeys.tenant, passkeys.credential_id"
    case .session: "sessions.token_hash"
    case .artifact: "artifacts.token_hash"
    case .signingKey: "signing_keys.key_id"
    case .outboxMessage: "outbox.id"
    case .auditRecord: "audit_records.chain, audit_records.sequence"
    case .diagnosis: "diagnoses.id"
    }
  }

  var conflict: StoreConflict {
    switch self {
    case .projectID, .projectNumber, .apiKey: .projectTaken
    case .tenantID: .tenantTaken
    case .accountID: .accountIDTaken
    case .accountEmail: .emailTaken
    case .accountPhoneNumber: .phoneNumberTaken
    case .providerLink: .providerLinkTaken
    case .passkey: .passkeyTaken
    // The same random value was drawn twice. If the caller decides again, it draws a new value.
    case .session, .artifact, .signingKey, .outboxMessage, .diagnosis: .stale
    // Another record has the same place in the chain. This happens only if the log was tampered with.
    case .auditRecord: .stale
    }
  }
}
