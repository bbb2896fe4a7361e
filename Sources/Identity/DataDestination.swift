/// A kind of address to which the server sends users' data or secrets.
///
/// The REST API, the console and the help of the command line take from here who may change such an address. Commands
/// check no role, because they need the data directory. Other pages of authorized domains are not listed: the server
/// sends them nothing, and a browser brings only the data of its own user.
public enum DataDestination: CaseIterable, Sendable {
  /// Gets events and records of users.
  case webhook
  /// Gets records of users, and providers' tokens if the project forwards them.
  case blockingFunction
  /// A project's mail server, which gets links with one-time codes.
  case mailServer
  /// The page that mailed links lead to, which gets the one-time codes in them.
  case linkPage
  /// A project's SMS gateway, which gets one-time codes.
  case smsGateway
  /// Gets the secret with which a captcha's tokens are checked.
  case captchaService
  /// A provider of a project or tenant. Gets the client secret, and codes and tokens of its own.
  case signInProvider
  /// The provider with which administrators sign in to the console. Gets the same.
  case consoleProvider
  /// Gets the records of the audit log, of all projects.
  case auditWebhook

  /// The lowest role that may change the address in the console. Nil if only the server's configuration sets it.
  public var role: ConsoleRole? {
    switch self {
    case .webhook, .blockingFunction, .mailServer, .linkPage, .smsGateway, .captchaService, .consoleProvider:
      .owner
    // A provider gets only codes and tokens of its own. Its stored secret does not follow a changed address.
    case .signInProvider: .editor
    case .auditWebhook: nil
    }
  }

  /// True if a change in the console also needs a new proof of the administrator's identity.
  public var needsProof: Bool { role != .editor }

  /// The scopes that permit a change by the REST API. A token needs one of them.
  public var scopes: Set<AccessScope> {
    role == .editor ? Set(AccessScope.allCases) : [.cloudPlatform, .identityToolkit]
  }

  /// The destinations whose addresses only owners may change, as words of a help text.
  public static var namesForOwners: String {
    allCases.filter { $0.role == .owner }.map(\.names).joined(separator: ", ")
  }

  private var names: String {
    switch self {
    case .webhook: "webhooks"
    case .blockingFunction: "blocking functions"
    case .mailServer: "mail servers"
    case .linkPage: "pages that mailed links lead to"
    case .smsGateway: "SMS gateways"
    case .captchaService: "captcha services"
    case .signInProvider: "sign-in providers"
    case .consoleProvider: "the console's OpenID provider"
    case .auditWebhook: "the audit log's webhook"
    }
  }
}
