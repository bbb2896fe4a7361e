import Crypto
import Foundation
import Identity
import IdentityWire

/// Makes the links in mails.
public struct ActionLinks: Sendable {
  /// The server's own origins. Links use only the first origin, never the host of a request.
  public var origins: [String]
  /// True for a development server. Its links lead to the page that the tests of official clients expect. It
  /// accepts any continue URL, because those tests use many.
  public var isDevelopment: Bool

  public init(origins: [String], isDevelopment: Bool = false) {
    self.origins = origins
    self.isDevelopment = isDevelopment
  }

  /// Decides to which former addresses recovery codes are mailed, and for which of them the codes are accepted.
  public var recovery: RecoveryPolicy { isDevelopment ? .everyAddress : .verifiedAddresses }

  /// Decides where a project's pages may send a browser.
  public func returnPolicy(of project: Project) -> ReturnPolicy {
    ReturnPolicy(project: project, origins: origins, acceptsPlainHTTP: isDevelopment)
  }

  public static let path = "/__/auth/action"
  public static let developmentPath = "/emulator/action"
  /// The page where users enrol a required second factor.
  public static let enrolmentPath = "/__/auth/factors"
  /// The path of a link that an app may open.
  public static let appLinkPath = "/__/auth/links"
  /// The path of the projects' logos in mails. The path of one logo adds the project's ID.
  public static let logoPath = "/__/auth/logos"

  /// Returns the URL if a browser may be sent there.
  public func continueURL(_ text: String, in project: Project) -> URL? {
    guard let url = ReturnPolicy.webURL(text) else { return nil }
    return isDevelopment || returnPolicy(of: project).isAuthorized(url) ? url : nil
  }

  /// Returns the link to the page where a user enrols a required second factor.
  ///
  /// - Throws: 503 if the server's origin is not configured.
  func enrolmentPage(_ credential: String, _ caller: Caller) throws(IdentityError) -> String {
    guard let origin = origins.first else {
      throw .unavailable(.internalError, cause: "no origin is configured for links")
    }
    var query = FormURLEncoded([
      ("code", credential), ("lang", Self.language(caller)), ("apiKey", caller.project.apiKeys.first ?? ""),
    ])
    if let tenant = caller.tenant { query.append("tenantId", tenant.id.rawValue) }
    return origin + Self.enrolmentPath + "?" + query.text
  }

  /// Returns the link for a code.
  ///
  /// - Throws: 503 if the server's origin is not configured.
  func link(_ kind: OOBCode.Kind, code: String, _ settings: ActionCodeSettings, _ caller: Caller)
    throws(IdentityError) -> String
  {
    guard let origin = origins.first else {
      throw .unavailable(.internalError, cause: "no origin is configured for links")
    }
    var query = FormURLEncoded([
      ("mode", kind.mode), ("lang", Self.language(caller)), ("oobCode", code),
      ("apiKey", caller.project.apiKeys.first ?? ""),
    ])
    if let url = settings.continueURL { query.append("continueUrl", url) }
    if let tenant = caller.tenant { query.append("tenantId", tenant.id.rawValue) }
    // If the app is not installed, the browser opens the inner link. This must be this server's own page.
    guard !isDevelopment, let app = settings.app else { return page(of: caller.project, origin) + query.text }
    var outer = FormURLEncoded([("link", "\(origin)\(Self.path)?\(query.text)")])
    for (name, value) in app { outer.append(name, value) }
    return (settings.linkDomain.map { "https://\($0)" } ?? origin) + Self.appLinkPath + "?" + outer.text
  }

  /// Returns the address of a project's logo in mails. It is the same for all users. Nil without a logo, and on a server
  /// without a public https address.
  func logoAddress(of project: Project) -> String? {
    guard let logo = project.branding.logo, let origin = origins.first, origin.hasPrefix("https://") else {
      return nil
    }
    return "\(origin)\(Self.logoPath)/\(project.id)?v=\(logo.version)"
  }

  /// Returns the link up to its query: the project's own page if it is on an authorized domain, else this
  /// server's.
  private func page(of project: Project, _ origin: String) -> String {
    if let page = project.messages.actionURL, let url = ReturnPolicy.webURL(page),
      returnPolicy(of: project).isAuthorized(url)
    {
      return page + (url.query() == nil ? "?" : page.hasSuffix("?") || page.hasSuffix("&") ? "" : "&")
    }
    return origin + (isDevelopment ? Self.developmentPath : Self.path) + "?"
  }

  /// Returns the client's language if it has the form of a language tag.
  private static func language(_ caller: Caller) -> String {
    guard let locale = caller.client.locale, (1...35).contains(locale.utf8.count),
      locale.utf8.allSatisfy({ byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      })
    else { return "en" }
    return locale
  }
}

extension Branding.Logo {
  /// A text that differs between pictures. Mail services cache a picture by its address, so a new picture needs a new
  /// address.
  fileprivate var version: String {
    SHA256.hash(data: bytes).prefix(6).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// A client's settings for a link: `ActionCodeSettings` in the SDKs.
struct ActionCodeSettings: Sendable {
  var continueURL: String?
  /// Parameters of a link that an app opens, under the names in the link's query; nil for a link to a
  /// browser.
  var app: [(name: String, value: String)]?
  /// The host of a link that an app opens; nil for the server's own.
  var linkDomain: String?

  init() {}

  /// - Throws: `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`, `MISSING_CONTINUE_URI`,
  ///   `MISSING_ANDROID_PACKAGE_NAME`, `MISSING_IOS_BUNDLE_ID`, `INVALID_HOSTING_LINK_DOMAIN`, `INVALID_APP_ID`.
  init(_ request: SendOobCodeRequest, _ caller: Caller) throws(IdentityError) {
    func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    if let text = given(request.continueUrl) {
      guard let url = ReturnPolicy.webURL(text) else {
        throw .refused(.invalidContinueURI, "An absolute http or https address is needed.")
      }
      if !caller.links.isDevelopment {
        try caller.links.returnPolicy(of: caller.project).requireAuthorized(
          url, reason: "Domain not allowlisted by project")
      }
      continueURL = text
    } else if request.canHandleCodeInApp == true {
      throw .refused(.missingContinueURI, "A link for an app needs an address to continue at (continueUrl).")
    }
    let bundleID = given(request.iOSBundleId)
    let packageName = given(request.androidPackageName)
    if packageName == nil, request.androidInstallApp == true || given(request.androidMinimumVersion) != nil {
      throw .refused(.missingAndroidPackageName)
    }
    if bundleID == nil, given(request.iOSAppStoreId) != nil { throw .refused(.missingIosBundleID) }
    for text in [
      bundleID, packageName, request.iOSAppStoreId, request.androidMinimumVersion, request.linkDomain,
      request.dynamicLinkDomain,
    ] where (text?.utf8.count ?? 0) > 256 {
      throw .malformed("The names of an app and its link domain may have at most 256 bytes.")
    }
    if let id = given(request.iOSAppStoreId), !id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      throw .malformed("The App Store id of an app consists of digits.")
    }
    // Dynamic Links no longer exist. Older clients name the domain in this field.
    if let domain = (given(request.linkDomain) ?? given(request.dynamicLinkDomain))?.lowercased() {
      // It must equal an authorized domain: a sub-domain may belong to another company's app.
      let known = caller.project.authorizedDomains.contains { $0.lowercased() == domain }
      // The emulator does not check Dynamic Links domains.
      guard known || caller.links.isDevelopment && given(request.linkDomain) == nil else {
        // The error has no detail, because SDKs parse it differently: some expect no blank before the colon, others
        // expect blanks.
        throw IdentityError.refused(.invalidHostingLinkDomain)
          .because("the link domain is not one of the project's authorized domains")
      }
      linkDomain = domain
    }
    guard request.canHandleCodeInApp == true, bundleID != nil || packageName != nil else { return }
    if !caller.links.isDevelopment {
      try Self.requireRegistered(bundleID: bundleID, packageName: packageName, in: caller.project)
    }
    app = [
      ("apn", packageName), ("amv", packageName == nil ? nil : given(request.androidMinimumVersion)),
      ("ibi", bundleID), ("isi", given(request.iOSAppStoreId)),
    ].compactMap { name, value in value.map { (name: name, value: $0) } }
  }

  /// Throws if the app is not registered. A link must not pass its code to an app that only a request named.
  private static func requireRegistered(bundleID: String?, packageName: String?, in project: Project)
    throws(IdentityError)
  {
    func isRegistered(_ name: String, _ platform: App.Platform, _ identifier: KeyPath<App, String?>) -> Bool {
      project.apps.contains {
        $0.platform == platform && $0[keyPath: identifier]?.utf8.elementsEqual(name.utf8) == true
      }
    }
    if let bundleID, !isRegistered(bundleID, .ios, \.bundleID) {
      throw .refused(.invalidAppID, "The bundle id is not registered in this project.")
    }
    if let packageName, !isRegistered(packageName, .android, \.packageName) {
      throw .refused(.invalidAppID, "The Android package is not registered in this project.")
    }
  }
}
