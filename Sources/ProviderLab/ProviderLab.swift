import Foundation
import Hummingbird

/// The settings of a ``ProviderLab``.
public struct ProviderLabConfiguration: Sendable {
  /// The lab's address, without a slash at the end: `http://127.0.0.1:9099/lab`.
  public var baseURL: String
  /// A JSON file with the lab's private keys, created at the first start and readable only by its owner. If nil, the
  /// keys are only in memory, so tokens become invalid when the process ends.
  public var keyFile: String?
  /// Further links on the lab's index page.
  public var links: [Link]
  /// The lab's clock.
  public var now: @Sendable () -> Date

  /// A page of the server that contains the lab.
  public struct Link: Sendable {
    public var title: String
    /// A path or a full address.
    public var address: String

    public init(title: String, address: String) {
      self.title = title
      self.address = address
    }
  }

  public init(
    baseURL: String, keyFile: String? = nil, links: [Link] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.baseURL = baseURL
    self.keyFile = keyFile
    self.links = links
    self.now = now
  }
}

/// Plays providers on loopback, with real signatures and with faults on demand: Apple, Facebook, GitHub,
/// Google, LINE, LinkedIn, Microsoft, X, Yahoo, a plain OAuth 2.0 service, a generic OpenID provider and a
/// SAML identity provider.
///
/// A click on a person's button signs in that person without a password. The lab redirects to any https or loopback
/// address. So make sure that only developers and tests can reach the lab.
public final class ProviderLab: Sendable {
  /// The apps that are registered with the providers of every lab.
  public static let clients = LabClients.registered

  public let baseURL: String
  let keys: LabKeyRing
  let state = LabState()
  let pages: LabPages
  let links: [ProviderLabConfiguration.Link]
  private let clock: @Sendable () -> Date
  private let path: String
  /// The scheme and authority of the base URL.
  let origin: String

  /// - Throws: ``LabError`` if the base URL is invalid or the key file cannot be read or written.
  public init(configuration: ProviderLabConfiguration) throws {
    var base = configuration.baseURL
    while base.hasSuffix("/") { base.removeLast() }
    guard let url = URLComponents(string: base, encodingInvalidCharacters: false), url.host != nil,
      url.scheme == "http" || url.scheme == "https", url.query == nil, url.fragment == nil
    else { throw LabError(message: "The lab's base URL must be an http or https URL.") }
    baseURL = base
    path = url.path
    origin = String(base.dropLast(url.percentEncodedPath.utf8.count)).lowercased()
    links = configuration.links
    clock = configuration.now
    keys = try LabKeyRing(file: configuration.keyFile)
    pages = LabPages(path: url.path)
  }

  var now: Date { clock() }

  func pictureURL(of person: LabPerson) -> String { "\(baseURL)/people/\(person.key).svg" }

  /// Mounts all routes below the path of the base URL.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    let group = router.group(RouterPath(path))
    func routes(_ provider: LabProviderID, _ host: String? = nil) -> LabRoutes<Context> {
      LabRoutes(lab: self, provider: provider, host: host ?? provider.rawValue, router: group)
    }
    for provider in LabProviderID.allCases { rules(of: provider).addRoutes(to: routes(provider)) }
    FacebookLab(lab: self).addLimitedLoginRoutes(to: routes(.facebook, "limited.facebook.com"))
    GameCenterLab(lab: self).addRoutes(to: group)
    CaptchaLab(lab: self).addRoutes(to: group)
    ControlAPI(lab: self).addRoutes(to: group.group("control"))
    addPages(to: group)
  }

  func rules(of provider: LabProviderID) -> any ProviderRules {
    switch provider {
    case .apple: AppleLab(lab: self)
    case .facebook: FacebookLab(lab: self)
    case .github: GitHubLab(lab: self)
    case .google: GoogleLab(lab: self)
    case .linkedIn: LinkedInLab(lab: self)
    case .line: LINELab(lab: self)
    case .microsoft: MicrosoftLab(lab: self)
    case .oauth: OAuthLab(lab: self)
    case .openID: OpenIDLab(lab: self)
    case .playGames: PlayGamesLab(lab: self)
    case .yahoo: YahooLab(lab: self)
    case .saml: SAMLLab(lab: self)
    case .twitter: TwitterLab(lab: self)
    }
  }
}
