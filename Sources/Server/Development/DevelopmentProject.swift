import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import ProviderLab
import Secrets

/// The first project of a development server. The provider lab plays all its providers, and it has one app of each
/// kind.
struct DevelopmentProject: Sendable {
  static let bundleID = "com.example.latchkey"
  static let samlProviderID = "saml.lab"

  let id: ProjectID
  let lab: ProviderLab
  let administration: ProjectAdministration
  let projects: ProjectDirectory

  /// Creates the project unless it exists, in one transaction. Later changes to its settings stay. Only the lab's
  /// addresses are updated, because they depend on the port.
  func prepare() async throws {
    let certificates = try lab.samlCertificates().compactMap { SAMLCertificate(der: Data($0))?.pem }
    guard let known = try await projects.project(id) else {
      _ = try await administration.create(
        id, displayName: "Latchkey development", authorizedDomains: ["localhost", "127.0.0.1", "::1"]
      ) { (project) throws(IdentityError) in
        project.signIn = .allOn
        project.apps = App.Platform.allCases.map { app(for: $0, in: project) }
        try setProviders(of: &project, certificates)
      }
      return
    }
    var changed = known
    try setProviders(of: &changed, certificates)
    if changed.providerList == known.providerList { return }
    _ = try await projects.update(id) { (project) throws(IdentityError) in
      try setProviders(of: &project, certificates)
    }
  }

  private func app(for platform: App.Platform, in project: Project) -> App {
    let isIOS = platform == .ios
    return App(
      platform: platform, appID: administration.appID(for: platform, in: project),
      bundleID: isIOS ? Self.bundleID : nil, packageName: platform == .android ? Self.bundleID : nil,
      clientID: isIOS ? "\(project.number)-latchkey.apps.googleusercontent.com" : nil,
      displayName: "Sample \(platform.rawValue) app")
  }

  private func setProviders(of project: inout Project, _ samlCertificates: [String]) throws(IdentityError) {
    for settings in labSettings(of: project) {
      let known = project.provider(settings.settings.providerID)
      if let known, !isLab(known) { continue }
      var changed = settings.settings
      changed.enabled = known?.enabled ?? true
      changed.revokesOnDeletion = known?.revokesOnDeletion ?? false
      if known == changed.keeping(known?.sealedSecrets) { continue }
      try administration.set(changed, secrets: settings.secrets, for: .webFlow, in: &project)
    }
    guard let endpoints = lab.endpoints(for: Self.samlProviderID) else { return }
    let known = project.samlProviders.first { $0.providerID == Self.samlProviderID }
    if let known, !known.ssoURL.contains("/lab/saml/") { return }
    var settings = known ?? newSAMLSettings
    settings.idpEntityID = endpoints.issuer ?? ""
    settings.ssoURL = endpoints.authorization
    settings.idpCertificates = samlCertificates
    if known != settings { try administration.set(settings, in: &project) }
  }

  private var newSAMLSettings: SAMLProviderSettings {
    var settings = SAMLProviderSettings(
      providerID: Self.samlProviderID, enabled: true, idpEntityID: "", ssoURL: "", spEntityID: id.rawValue,
      callbackURI: "")
    settings.displayName = "SAML"
    settings.attributes.displayName = "displayName"
    settings.attributes.photoURL = "picture"
    settings.attributes.groups = "groups"
    return settings
  }

  /// True if the settings have the address of a lab, now or from an earlier start.
  private func isLab(_ settings: ProviderSettings) -> Bool {
    let endpoints = settings.endpoints
    let address = endpoints.authorization ?? endpoints.jwks ?? endpoints.token
    return settings.endpoints.allowPrivateAddresses && address?.contains("/lab/") == true
  }

  private func labSettings(of project: Project) -> [(settings: ProviderSettings, secrets: ProviderSecrets)] {
    let clients = ProviderLab.clients
    func settings(_ providerID: String, _ clientID: String, name: String? = nil) -> ProviderSettings {
      var settings = ProviderSettings(providerID: providerID, enabled: true, clientID: clientID)
      settings.displayName = name
      settings.endpoints = endpoints(providerID)
      return settings
    }
    var apple = settings("apple.com", clients.apple.servicesID)
    apple.additionalAudiences = [clients.apple.bundleID]
    apple.apple = .init(teamID: clients.apple.teamID, keyID: clients.apple.keyID)
    var google = settings("google.com", clients.google.id)
    google.additionalAudiences = [clients.googleNativeID]
    var oauth = settings("oauth.lab", clients.oauth.id, name: "OAuth 2.0")
    (oauth.profile, oauth.dialect) = (Self.oauthProfile, Self.oauthDialect)
    var gameCenter = settings(GameCenterVerifier.providerID, clients.apple.bundleID)
    gameCenter.endpoints.jwks = lab.gameCenterCertificates
    return [
      (apple, ProviderSecrets(privateKey: Secret(clients.apple.privateKeyPEM))),
      (
        settings("facebook.com", clients.facebook.id),
        ProviderSecrets(clientSecret: Secret(clients.facebook.secret))
      ),
      (
        settings("github.com", clients.github.id),
        ProviderSecrets(clientSecret: Secret(clients.github.secret))
      ),
      (google, ProviderSecrets(clientSecret: Secret(clients.google.secret))),
      (oauth, ProviderSecrets(clientSecret: Secret(clients.oauth.secret))),
      (
        settings("oidc.lab", clients.oidc.id, name: "OpenID Connect"),
        ProviderSecrets(clientSecret: Secret(clients.oidc.secret))
      ),
      (gameCenter, ProviderSecrets()),
      (
        settings("twitter.com", clients.twitter.id),
        ProviderSecrets(clientSecret: Secret(clients.twitter.secret))
      ),
    ]
      + [
        ("linkedin.com", clients.linkedIn, nil), ("microsoft.com", clients.microsoft, nil),
        ("oidc.line", clients.line, "LINE"), ("playgames.google.com", clients.playGames, nil),
        ("yahoo.com", clients.yahoo, nil),
      ].map { id, client, name in
        (settings(id, client.id, name: name), ProviderSecrets(clientSecret: Secret(client.secret)))
      }
  }

  /// The paths to profile fields in the responses of the lab's OAuth 2.0 service.
  private static var oauthProfile: ProfileMapping {
    var mapping = ProfileMapping()
    for field in ProfileMapping.Field.allCases {
      mapping[field] = ProviderLab.oauthProfile[field.rawValue].flatMap(ProfilePath.init)
    }
    return mapping
  }

  private static var oauthDialect: OAuthDialect {
    var dialect = OAuthDialect()
    dialect.scopes = ["mail", "profile"]
    dialect.scopeSeparator = ","
    return dialect
  }

  private func endpoints(_ providerID: String) -> ProviderEndpoints {
    var endpoints = ProviderEndpoints()
    endpoints.allowPrivateAddresses = true
    guard let lab = lab.endpoints(for: providerID) else { return endpoints }
    endpoints.issuer = providerID.hasPrefix("oidc.") ? lab.issuer : nil
    endpoints.authorization = lab.authorization.isEmpty ? nil : lab.authorization
    endpoints.token = lab.token
    endpoints.temporaryCredentials = lab.requestToken
    endpoints.jwks = lab.jwks
    endpoints.userInfo = lab.userinfo ?? lab.graph
    endpoints.userEmails = lab.emails
    endpoints.tokenCheck = lab.debugToken ?? lab.tokeninfo ?? lab.checkToken
    endpoints.revocation = lab.revoke
    // Microsoft's discovery address contains a tenant's id. For other providers, all addresses are set here.
    if lab.discovery?.contains("{tenant}") == true { endpoints.discovery = lab.discovery }
    if providerID == "facebook.com" {
      endpoints.limitedLoginJWKS = lab.jwks
      endpoints.jwks = nil
    }
    return endpoints
  }
}

extension ProviderSettings {
  fileprivate func keeping(_ sealed: [UInt8]?) -> ProviderSettings {
    var copy = self
    copy.sealedSecrets = sealed
    return copy
  }
}
