import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension DefaultSupportedIdpConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool {
    !id.hasPrefix("oidc.") && ProviderCatalog.entry(for: id) != nil
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

  static let maximumBundleIDs = 100

  private static func hasAudiences(_ id: String) -> Bool {
    id == "google.com" || id == GameCenterVerifier.providerID
  }

  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_BUNDLE_ID`, `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    let clientID = try ProviderConfigText.checked(clientId, "clientId")
    let secret = try ProviderConfigText.checked(clientSecret, "clientSecret")
    let bundleIDs = appleSignInConfig?.bundleIds ?? []
    guard appleSignInConfig == nil || id == "apple.com" else {
      throw .invalidConfig("appleSignInConfig is for apple.com alone.")
    }
    guard bundleIDs.count <= Self.maximumBundleIDs else {
      throw .invalidConfig("There may be \(Self.maximumBundleIDs) bundle ids.")
    }
    for bundleID in bundleIDs { try RegisteredName.bundleID(bundleID) }
    let audiences = try checkedAudiences(of: id)
    if enabled == true {
      // Apple's tokens for the registered apps are accepted with nothing filled in.
      let hasApp = id == "apple.com" && editor.apps.contains { $0.platform == .ios && $0.bundleID != nil }
      guard !clientID.isEmpty || !bundleIDs.isEmpty || hasApp else {
        throw .missingClientID("A provider without a client id cannot be enabled.")
      }
      guard !secret.isEmpty || !["facebook.com", "github.com"].contains(id) else {
        throw .missingClientSecret("\(id) cannot be enabled without its secret.")
      }
    }
    let key = appleSignInConfig?.codeFlowConfig
    let teamID = try ProviderConfigText.checked(key?.teamId, "teamId")
    let keyID = try ProviderConfigText.checked(key?.keyId, "keyId")
    let privateKey = try ProviderConfigText.privateKey(key?.privateKey)
    if let privateKey, !privateKey.isEmpty {
      guard ProviderCatalog.isApplePrivateKey(privateKey) else {
        throw .invalidConfig("The private key has to be PEM text of a P-256 key, as downloaded (.p8).")
      }
    }
    try editor.edit(id, for: .appCredentials, in: &list) { (settings, secrets) in
      settings.enabled = enabled ?? false
      settings.clientID = clientID
      secrets.clientSecret = secret.isEmpty ? nil : Secret(secret)
      // Who replaces the whole by the official API knows nothing of them.
      if let audiences { settings.additionalAudiences = audiences }
      guard id == "apple.com" else { return }
      settings.additionalAudiences = bundleIDs
      settings.apple = key == nil ? nil : .init(teamID: teamID, keyID: keyID)
      // The key is never shown, so what is written back without it means the one that is there.
      if key == nil { secrets.privateKey = nil }
      if let privateKey { secrets.privateKey = privateKey.isEmpty ? nil : privateKey }
    }
  }

  private func checkedAudiences(of id: String) throws(IdentityError) -> [String]? {
    guard let whitelistedAudiences else { return nil }
    guard Self.hasAudiences(id) else {
      throw .invalidConfig("whitelistedAudiences are for google.com and gc.apple.com alone.")
    }
    guard whitelistedAudiences.count <= Self.maximumBundleIDs else {
      throw .invalidConfig("There may be \(Self.maximumBundleIDs) whitelistedAudiences.")
    }
    var checked: [String] = []
    for audience in whitelistedAudiences {
      let text = try ProviderConfigText.checked(audience, "whitelistedAudiences")
      guard !text.isEmpty else { throw .invalidConfig("A member of whitelistedAudiences is empty.") }
      if !checked.contains(text) { checked.append(text) }
    }
    return checked
  }

  /// What a mask names and the change lacks is to be taken away: Apple's key, which is never shown, and a list.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    var settled = self
    if !mask.replacesEverything, mask.touches("whitelistedAudiences") {
      settled.whitelistedAudiences = change.whitelistedAudiences ?? []
    }
    guard mask.paths.contains(["appleSignInConfig", "codeFlowConfig", "privateKey"]),
      change.appleSignInConfig?.codeFlowConfig?.privateKey == nil
    else { return settled }
    settled.appleSignInConfig?.codeFlowConfig?.privateKey = ""
    return settled
  }
}
