/// A project: the world in which accounts exist, with its keys, domains, apps and provider settings.
public struct Project: Sendable, Equatable, Codable {
  public var id: ProjectID
  /// The decimal number that Google services know a project by; clients read it as `messagingSenderId`.
  public var number: String
  public var displayName: String?
  /// Public identifiers, not secrets: they tell which project a request means.
  public var apiKeys: [String]
  /// Hosts to which a sign-in may return. An entry also covers its sub-domains; IP addresses match exactly.
  public var authorizedDomains: [String]
  public var apps: [App] = []
  public var providers: [ProviderSettings] = []
  public var signIn = SignInSettings()
  /// The `iss` of ID tokens. Nil means `https://securetoken.google.com/<project>`, which the official Admin
  /// SDKs insist on.
  public var tokenIssuer: String?
  /// The key of the project's password hashes, sealed under the master key.
  public var sealedSignerKey: [UInt8]
  public var createdAt: Timestamp
  /// Counts the writes; saving an older revision is refused by the store.
  public var revision: Int64 = 0

  public init(
    id: ProjectID, number: String, apiKeys: [String], authorizedDomains: [String],
    sealedSignerKey: [UInt8] = [], createdAt: Timestamp
  ) {
    self.id = id
    self.number = number
    self.apiKeys = apiKeys
    self.authorizedDomains = authorizedDomains
    self.sealedSignerKey = sealedSignerKey
    self.createdAt = createdAt
  }

  public var issuer: String { tokenIssuer ?? "https://securetoken.google.com/\(id)" }

  public func provider(_ providerID: String) -> ProviderSettings? {
    providers.first { $0.providerID == providerID }
  }
}

/// An app that signs users in: where the web flow may return to, and what `GoogleService-Info.plist` names.
public struct App: Sendable, Equatable, Codable {
  public enum Platform: String, Sendable, Codable, CaseIterable { case ios, android, web, desktop }

  public var platform: Platform
  /// `1:<number>:<platform>:<hex>`
  public var appID: String
  public var bundleID: String?
  public var packageName: String?
  /// `<name>.apps.googleusercontent.com`; reversed, it is the URL scheme that the Apple SDK listens on.
  public var clientID: String?
  public var displayName: String?

  public init(
    platform: Platform, appID: String, bundleID: String? = nil, packageName: String? = nil,
    clientID: String? = nil, displayName: String? = nil
  ) {
    self.platform = platform
    self.appID = appID
    self.bundleID = bundleID
    self.packageName = packageName
    self.clientID = clientID
    self.displayName = displayName
  }
}

/// How the project lets users in.
public struct SignInSettings: Sendable, Equatable, Codable {
  /// Whether several accounts may have one address at their providers. Off, as in new Firebase projects.
  public var allowDuplicateEmails = false
  public var passwordEnabled = true
  public var anonymousEnabled = true
  /// Hides whether an address is registered.
  public var emailEnumerationProtection = false
  public var emailTrust = EmailTrust.Policy.production

  public init() {}
}
