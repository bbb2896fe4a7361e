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
    secrets: (ProviderSettings) throws(WireError) -> ProviderSecrets
  ) throws(WireError) {
    guard Self.accepts(id: id), let settings = list.provider(id) else { return nil }
    self.init()
    enabled = settings.enabled
    clientId = settings.clientID
    clientSecret = try secrets(settings).clientSecret.flatMap { $0.isEmpty ? nil : $0.reveal() }
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

  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_BUNDLE_ID`, `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor) throws(WireError) {
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
    if enabled == true {
      guard !clientID.isEmpty || !bundleIDs.isEmpty else {
        throw .missingClientID("A provider without a client id cannot be enabled.")
      }
      guard !secret.isEmpty || !["facebook.com", "github.com"].contains(id) else {
        throw .missingClientSecret("\(id) cannot be enabled without its secret.")
      }
    }
    let key = appleSignInConfig?.codeFlowConfig
    let teamID = try ProviderConfigText.checked(key?.teamId, "teamId")
    let keyID = try ProviderConfigText.checked(key?.keyId, "keyId")
    let privateKey = key?.privateKey.map { Secret($0) }
    if let privateKey, !privateKey.isEmpty {
      guard key?.privateKey?.utf8.count ?? 0 <= 16_384 else {
        throw .invalidConfig("The private key is too long.")
      }
      guard ProviderCatalog.isApplePrivateKey(privateKey) else {
        throw .invalidConfig("The private key has to be PEM text of a P-256 key, as downloaded (.p8).")
      }
    }
    try editor.edit(id, for: .appCredentials, in: &list) { (settings, secrets) in
      settings.enabled = enabled ?? false
      settings.clientID = clientID
      secrets.clientSecret = secret.isEmpty ? nil : Secret(secret)
      guard id == "apple.com" else { return }
      settings.additionalAudiences = bundleIDs
      settings.apple = key == nil ? nil : .init(teamID: teamID, keyID: keyID)
      // The key is never shown, so what is written back without it means the one that is there.
      if key == nil { secrets.privateKey = nil }
      if let privateKey { secrets.privateKey = privateKey.isEmpty ? nil : privateKey }
    }
  }

  /// The key that a mask names and the change lacks is to be taken away.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    guard mask.paths.contains(["appleSignInConfig", "codeFlowConfig", "privateKey"]),
      change.appleSignInConfig?.codeFlowConfig?.privateKey == nil
    else { return self }
    var settled = self
    settled.appleSignInConfig?.codeFlowConfig?.privateKey = ""
    return settled
  }
}
