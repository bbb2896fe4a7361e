import Identity
import IdentityWire

/// The origin of an operation: the accounts that it may see, and its rights.
public struct Caller: Sendable {
  public enum Authority: Sendable { case apiKey, administrator }

  public var project: Project
  /// Nil for the project's own accounts.
  public var tenant: Tenant?
  public var authority: Authority
  public var client = ClientDetails()
  /// The administrator's name for the audit log: a service account's address, or a token's name.
  public var administratorName: String?
  /// The scopes of the administrator's token. Empty for a caller without a token.
  public var accessScopes: Set<AccessScope> = []
  /// The actor for the audit log; overrides ``administratorName`` and the account's user.
  public var actor: AuditContext.Actor?
  /// The request's ID token, if it has been parsed already.
  public var presentedToken: PresentedToken?
  /// Makes the links in mails that the operation sends.
  public var links = ActionLinks(origins: [])

  public init(project: Project, tenant: Tenant? = nil, authority: Authority) {
    self.project = project
    self.tenant = tenant
    self.authority = authority
  }

  /// The network under which limits count the client; nil if the client's address is unknown.
  public var network: ClientNetwork? { client.network }
  public var scope: Scope { Scope(project: project.id, tenant: tenant?.id) }
  public var isAdministrator: Bool { authority == .administrator }

  /// - Throws: `INSUFFICIENT_PERMISSION`.
  public func requireAdministrator() throws(IdentityError) {
    guard isAdministrator else {
      throw .refused(.insufficientPermission, "Only administrators may do this.")
    }
  }

  /// The settings for signing in to the accounts in scope: the tenant's own, except for those inherited from
  /// its project.
  public var signIn: SignInSettings {
    guard let tenant else { return project.signIn }
    var settings = tenant.signIn
    settings.allowDuplicateEmails = project.signIn.allowDuplicateEmails
    settings.emailTrust = project.signIn.emailTrust
    settings.strictEmailVerification = project.signIn.strictEmailVerification
    settings.linkingRequiresRecentSignIn = project.signIn.linkingRequiresRecentSignIn
    return settings
  }

  /// The providers for signing in to the accounts in scope.
  public var providerList: ProviderList { tenant?.providerList ?? project.providerList }

  public func provider(_ providerID: String) -> ProviderSettings? {
    providerList.provider(providerID)?.accepting(project.apps)
  }

  public func samlProvider(_ providerID: String) -> SAMLProviderSettings? {
    providerList.samlProvider(providerID)
  }
}

/// A parsed token. Nothing in it has been verified.
public struct PresentedToken: Sendable {
  public let text: String
  public let parts: UnverifiedJWT

  public init?(_ text: String) {
    guard let parts = try? UnverifiedJWT(text) else { return nil }
    self.text = text
    self.parts = parts
  }
}

/// The known facts about a request's origin. Decisions use only ``ipAddress``: the client itself states the
/// rest.
public struct ClientDetails: Sendable {
  /// The address of the connection's other end, or the address that a trusted proxy states; never the client's own
  /// statement. Limits count clients by this address.
  public var ipAddress: String? { didSet { network = ipAddress.flatMap(ClientNetwork.init(address:)) } }
  /// The network under which limits count the address; nil if the address is unknown.
  public private(set) var network: ClientNetwork?
  public var userAgent: String?
  /// The name and version of a Firebase SDK: `X-Client-Version`.
  public var clientVersion: String?
  /// The language for messages to the user: a BCP 47 tag of at most ``maximumLocaleBytes``, which the setter must check.
  /// Blocking functions receive it.
  public var locale: String?
  /// The maximum size of a language tag that requests and links may name, in bytes.
  public static let maximumLocaleBytes = 35
  /// True if a web page from another machine sent the request. A development server accepts no unsigned credentials
  /// from such a page, because the page could make a token of any user.
  public var isOfOtherSite = false
  /// The bundle ID of an Apple app.
  public var bundleID: String?

  public init() {}

  /// - Parameter network: the address's network, if the caller has computed it already.
  public init(ipAddress: String?, in network: ClientNetwork?) {
    self.ipAddress = ipAddress
    self.network = network
  }

  /// The origin as a session stores it.
  var origin: SessionOrigin {
    SessionOrigin(network: network, clientVersion: clientVersion, userAgent: userAgent)
  }
}
