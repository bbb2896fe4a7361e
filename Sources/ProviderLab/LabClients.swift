import Crypto
import Foundation

/// The apps that are registered with the lab's providers. They are the same in every lab and not secret: a
/// lab listens on loopback and signs nothing that real providers would accept.
public struct LabClients: Sendable {
  public struct Client: Sendable {
    public let id: String
    public let secret: String
  }

  public struct Apple: Sendable {
    /// The client id of the web flow.
    public let servicesID: String
    /// The audience of native tokens, and the client id for codes from a native app.
    public let bundleID: String
    public let teamID: String
    public let keyID: String
    /// The key that signs the client secret, in PKCS #8 on P-256.
    public let privateKeyPEM: String

    /// A client secret in Apple's form: a JWT signed with ES256.
    ///
    /// - Parameter lifetime: seconds; Apple accepts up to 15,777,000.
    /// - Throws: an error if the key cannot be read.
    public func clientSecret(
      clientID: String? = nil, issuedAt: Date, lifetime: TimeInterval = 300
    ) throws -> String {
      try LabAppleClientSecret.sign(
        privateKeyPEM: privateKeyPEM, keyID: keyID, teamID: teamID, clientID: clientID ?? servicesID,
        issuedAt: issuedAt, lifetime: lifetime)
    }
  }

  public let apple: Apple
  public let facebook: Client
  public let github: Client
  public let google: Client
  /// A native Google app, which has no secret. If it names a server client ID, the audience of its tokens is
  /// ``google``.
  public let googleNativeID: String
  public let linkedIn: Client
  public let line: Client
  public let microsoft: Client
  public let oauth: Client
  public let oidc: Client
  /// The web client of a game.
  public let playGames: Client
  public let yahoo: Client
  public let twitter: Client

  static let registered = LabClients(
    apple: Apple(
      servicesID: "com.example.latchkey.web", bundleID: "com.example.latchkey", teamID: "LATCHKEY01",
      keyID: "LABKEY0001",
      privateKeyPEM: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpZbw7g1hhPJ/TWff
        0DvoyxFqA8nBTCOq2tw8sX9ZuemhRANCAASOK+bjmEuuMolMmg5lJPaqSPJKc15V
        /R3MFPqMbqTAYvHpOrWlYMBQYJ9P9zO6sWtLDLNVmYA978r7WEQl4FtJ
        -----END PRIVATE KEY-----
        """),
    facebook: Client(id: "1234567890", secret: "facebook-lab-app-secret"),
    github: Client(id: "Iv1.latchkeylab00001", secret: "github-lab-client-secret"),
    google: Client(
      id: "1234567890-latchkeylab.apps.googleusercontent.com", secret: "google-lab-client-secret"),
    googleNativeID: "1234567890-latchkeyios.apps.googleusercontent.com",
    linkedIn: Client(id: "86latchkeylab0", secret: "linkedin-lab-client-secret"),
    line: Client(id: "1650000001", secret: "line-lab-channel-secret-00000000"),
    microsoft: Client(id: "6f5c1a8e-0b1d-4c2a-9e3f-1a7c4ce71ab0", secret: "microsoft-lab-client-secret"),
    oauth: Client(id: "latchkey-oauth-client", secret: "oauth-lab-client-secret"),
    oidc: Client(id: "latchkey-oidc-client", secret: "oidc-lab-client-secret"),
    playGames: Client(
      id: "1234567890-latchkeygame.apps.googleusercontent.com", secret: "playgames-lab-client-secret"),
    yahoo: Client(id: "dj0yJmk9bGF0Y2hrZXlsYWI", secret: "yahoo-lab-client-secret"),
    twitter: Client(id: "latchkeyTwitterLabKey0001", secret: "twitter-lab-api-key-secret"))

  /// The client with a shared secret at a provider. Nil for Apple, whose clients sign their secrets, and for SAML,
  /// whose service providers need no registration.
  func client(at provider: LabProviderID) -> Client? {
    switch provider {
    case .apple, .saml: nil
    case .facebook: facebook
    case .github: github
    case .google: google
    case .linkedIn: linkedIn
    case .line: line
    case .microsoft: microsoft
    case .oauth: oauth
    case .openID: oidc
    case .playGames: playGames
    case .yahoo: yahoo
    case .twitter: twitter
    }
  }

  /// The client IDs of an app at a provider.
  func ids(for provider: LabProviderID) -> [String] {
    switch provider {
    case .apple: [apple.servicesID, apple.bundleID]
    case .google: [google.id, googleNativeID]
    default: client(at: provider).map { [$0.id] } ?? []
    }
  }

  /// The audience of a token if none is given. At Apple, it is the native app's ID; elsewhere, the web client's ID.
  /// Empty for SAML.
  func defaultAudience(at provider: LabProviderID) -> String {
    provider == .apple ? apple.bundleID : client(at: provider)?.id ?? ""
  }

  /// The shared secret of a client. Nil if the client has no shared secret.
  func secret(of clientID: String, at provider: LabProviderID) -> String? {
    let client = client(at: provider)
    return client?.id == clientID ? client?.secret : nil
  }
}
