import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension DefaultSupportedIdpConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool {
    !ProviderCatalog.isNamed(id) && ProviderCatalog.entry(for: id) != nil
  }

  public static func ids(in list: ProviderList) -> [String] {
    list.providers.map(\.providerID).filter(accepts)
  }

  public init?(
    _ id: String, in list: ProviderList,
    secrets: (ProviderSettings) throws(IdentityError) -> ProviderSecrets
  ) throws(IdentityError) {
    guard Self.accepts(id: id), let settings = list.provider(id) else { return nil }
    self.init()
    enabled = settings.enabled
    clientId = settings.clientID
    clientSecret = try secrets(settings).clientSecret.flatMap { $0.isEmpty ? nil : $0.reveal() }
    if Self.hasAudiences(id), !settings.additionalAudiences.isEmpty {
      whitelistedAudiences = settings.additionalAudiences
    }
    tenant = settings.tenant
    revokeOnDeletion = settings.revokesOnDeletion ? true : nil
    guard id == "apple.com" else { return }
    var apple = AppleSignInConfig()
    apple.bundleIds = settings.additionalAudiences.isEmpty ? nil : settings.additionalAudiences
    if let key = settings.apple {
      apple.codeFlowConfig = .init()
      apple.codeFlowConfig?.teamId = key.teamID
      apple.codeFlowConfig?.keyId = key.keyID
    }
    if apple != .init() { appleSignInConfig = apple }
  }

  private static func hasAudiences(_ id: String) -> Bool {
    guard let fields = ProviderCatalog.entry(for: id)?.fields else { return false }
    return fields.contains(.audiences) && !fields.contains(.appleKey)
  }

  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_BUNDLE_ID`, `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    guard appleSignInConfig == nil || id == "apple.com" else {
      throw .invalidConfig("appleSignInConfig is only for apple.com.")
    }
    guard whitelistedAudiences == nil || Self.hasAudiences(id) else {
      throw .invalidConfig("whitelistedAudiences are only for google.com and gc.apple.com.")
    }
    // The configuration names a game by its client ID.
    guard enabled != true || id != GameCenterVerifier.providerID || clientId?.isEmpty == false else {
      throw .missingClientID("A provider without a client id cannot be enabled.")
    }
    var change = ProviderChange()
    // A client of the official API that replaces the whole configuration does not know these fields.
    if let tenant { change.tenant = .init(tenant) }
    change.revokesOnDeletion = revokeOnDeletion
    change.enabled = enabled ?? false
    change.clientID = clientId ?? ""
    change.clientSecret = .init(secret: clientSecret)
    change.audiences = whitelistedAudiences
    if id == "apple.com" {
      let key = appleSignInConfig?.codeFlowConfig
      change.audiences = appleSignInConfig?.bundleIds ?? []
      change.removesAppleKey = key == nil
      change.teamID = key.map { $0.teamId ?? "" }
      change.keyID = key.map { $0.keyId ?? "" }
      // The key is never shown, so a configuration that is written back without it keeps the stored key.
      change.privateKey = .init(secret: key?.privateKey)
    }
    try editor.edit(id, change, for: .appCredentials, in: &list)
  }

  /// Removes fields that the mask names and the change lacks: lists, and Apple's key, which is never shown. Also removes
  /// a client secret that the change does not give.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    var settled = self
    settled.clientSecret = mask.touches("clientSecret") ? change.clientSecret ?? "" : nil
    if !mask.replacesEverything, mask.touches("whitelistedAudiences") {
      settled.whitelistedAudiences = change.whitelistedAudiences ?? []
    }
    if !mask.replacesEverything, mask.touches("tenant") { settled.tenant = change.tenant ?? "" }
    if !mask.replacesEverything, mask.touches("revokeOnDeletion") {
      settled.revokeOnDeletion = change.revokeOnDeletion ?? false
    }
    guard mask.paths.contains(["appleSignInConfig", "codeFlowConfig", "privateKey"]),
      change.appleSignInConfig?.codeFlowConfig?.privateKey == nil
    else { return settled }
    settled.appleSignInConfig?.codeFlowConfig?.privateKey = ""
    return settled
  }
}
