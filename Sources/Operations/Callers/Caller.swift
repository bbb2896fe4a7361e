import Identity
import IdentityWire

/// On whose behalf an operation runs: which accounts it may see, and with which rights.
public struct Caller: Sendable {
  public enum Authority: Sendable { case apiKey, administrator }

  public var project: Project
  /// Nil for the project's own accounts.
  public var tenant: Tenant?
  public var authority: Authority
  public var client = ClientDetails()
  /// Which administrator it is, for the audit log: a service account's address, or a token's name.
  public var administratorName: String?
  /// Who the audit log says it is, instead of ``administratorName`` or the account's user.
  public var actor: AuditContext.Actor?
  /// The ID token of the message, taken apart, where somebody had to look into it already.
  public var presentedToken: PresentedToken?
  /// How links in mails are made that the operation sends.
  public var links = ActionLinks(origins: [])

  public init(project: Project, tenant: Tenant? = nil, authority: Authority) {
    self.project = project
    self.tenant = tenant
    self.authority = authority
  }

  /// What the client is counted as; nil where nobody knows its address.
  public var network: ClientNetwork? { client.network }
  public var scope: Scope { Scope(project: project.id, tenant: tenant?.id) }
  public var isAdministrator: Bool { authority == .administrator }

  /// - Throws: `INSUFFICIENT_PERMISSION`.
  public func requireAdministrator() throws(IdentityError) {
    guard isAdministrator else {
      throw .refused(.insufficientPermission, "Only administrators may do this.")
    }
  }

  /// How the accounts in view are let in: the tenant's own settings, but for what it has from its project.
  public var signIn: SignInSettings {
    guard let tenant else { return project.signIn }
    var settings = tenant.signIn
    settings.allowDuplicateEmails = project.signIn.allowDuplicateEmails
    settings.emailTrust = project.signIn.emailTrust
    settings.strictEmailVerification = project.signIn.strictEmailVerification
    settings.linkingRequiresRecentSignIn = project.signIn.linkingRequiresRecentSignIn
    return settings
  }

  /// The providers by which the accounts in view are let in.
  public var providerList: ProviderList { tenant?.providerList ?? project.providerList }

  public func provider(_ providerID: String) -> ProviderSettings? {
    providerList.provider(providerID)?.accepting(project.apps)
  }

  public func samlProvider(_ providerID: String) -> SAMLProviderSettings? {
    providerList.samlProvider(providerID)
  }
}

/// A token and its parts. Nothing of it has been checked.
public struct PresentedToken: Sendable {
  public let text: String
  public let parts: UnverifiedJWT

  public init?(_ text: String) {
    guard let parts = try? UnverifiedJWT(text) else { return nil }
    self.text = text
    self.parts = parts
  }
}

/// What is known of where a request came from. Nothing but ``ipAddress`` is decided on: the rest is what the client
/// says of itself.
public struct ClientDetails: Sendable {
  /// The other end of the connection, or what a proxy says that is trusted; never what the client says. Limits
  /// count by it.
  public var ipAddress: String? { didSet { network = ipAddress.flatMap(ClientNetwork.init(address:)) } }
  /// The network that limits count the address by; nil if the address is unknown.
  public private(set) var network: ClientNetwork?
  public var userAgent: String?
  /// How Firebase's SDKs name themselves and their version: `X-Client-Version`.
  public var clientVersion: String?
  /// A BCP 47 tag: in which language to write to the user.
  public var locale: String?
  /// True for a page of a site that is not on this machine. A development server believes nothing from there that nobody
  /// signed: any page could write itself a token of any user.
  public var isOfOtherSite = false
  /// The bundle id of an Apple app.
  public var bundleID: String?

  public init() {}

  /// - Parameter network: of the address, where somebody worked it out already.
  public init(ipAddress: String?, in network: ClientNetwork?) {
    self.ipAddress = ipAddress
    self.network = network
  }

  /// As a session keeps it.
  var origin: SessionOrigin {
    SessionOrigin(network: network, clientVersion: clientVersion, userAgent: userAgent)
  }
}
