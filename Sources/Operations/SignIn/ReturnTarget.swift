import Foundation
import Identity
import IdentityWire

/// The address that the browser opens after a provider's response. Only ``ReturnPolicy`` creates it, so that every
/// value is an address that the project has registered.
public enum ReturnTarget: Sendable, Codable, Equatable {
  /// A page of an authorized domain. The result waits in the handler's session storage.
  case page(url: String)
  /// An app that listens on a URL scheme (`<scheme>://firebaseauth/link`) or on a loopback port. The address
  /// contains the result as `deep_link_id`, which the SDKs read.
  case deepLink(base: String, authType: String, eventID: String)
  /// An Android app that listens for an intent.
  case androidIntent(package: String, authType: String, eventID: String)
  /// The caller of `accounts:createAuthUri`, which receives the callback at its own address.
  case caller

  /// True if the system passes the result to another program. Then the result must be useless to any app that does
  /// not know the session ID behind the digest.
  public var leavesBrowser: Bool {
    switch self {
    case .page, .caller: false
    case .deepLink, .androidIntent: true
    }
  }
}

/// Decides where a sign-in may return to: to the server itself, and by https to the project's authorized
/// domains. Plain http is allowed for loopback addresses, because nobody else sees their traffic (RFC 8252
/// section 8.3).
public struct ReturnPolicy: Sendable {
  private let project: Project
  /// The server's own origins, such as `https://auth.example.com`.
  private let origins: [String]
  /// True to allow plain http for authorized domains too, on a development server.
  public let acceptsPlainHTTP: Bool

  public init(project: Project, origins: [String], acceptsPlainHTTP: Bool = false) {
    self.project = project
    self.origins = origins
    self.acceptsPlainHTTP = acceptsPlainHTTP
  }

  /// The app that started the flow, as the browser's address describes it.
  public struct AppClaims: Sendable {
    public var redirectURL: String?
    public var bundleID: String?
    public var clientID: String?
    public var appID: String?
    public var packageName: String?
    public var sessionID: String?
    public var authType: String
    public var eventID: String?

    public init(authType: String) { self.authType = authType }
  }

  public func target(for app: AppClaims) throws(IdentityError) -> ReturnTarget {
    if let packageName = app.packageName {
      guard project.apps.contains(where: { $0.platform == .android && $0.packageName == packageName }) else {
        throw .refused(.invalidAppID, "The Android package is not registered in this project.")
      }
      return .androidIntent(package: packageName, authType: app.authType, eventID: app.eventID ?? "")
    }
    if let bundleID = app.bundleID {
      return .deepLink(
        base: try scheme(of: bundleID, app), authType: app.authType, eventID: app.eventID ?? "")
    }
    guard let redirectURL = app.redirectURL else {
      throw .refused(.missingContinueURI, "The request names neither an app nor a page to return to.")
    }
    let reason = "The page to return to is not on an authorized domain."
    guard let url = Self.webURL(redirectURL) else { throw .refused(.unauthorizedDomain, reason) }
    try requireAuthorized(url, reason: reason)
    if app.sessionID != nil {
      // A desktop app (RFC 8252 section 7.3). It keeps the session ID, so the address may contain the result.
      guard let host = url.host(percentEncoded: false), Self.isLoopback(host), url.fragment == nil else {
        throw .refused(
          .unauthorizedDomain, "Apps without a URL scheme return to a loopback address without a fragment.")
      }
      return .deepLink(base: url.absoluteString, authType: app.authType, eventID: app.eventID ?? "")
    }
    return .page(url: url.absoluteString)
  }

  private func scheme(of bundleID: String, _ app: AppClaims) throws(IdentityError) -> String {
    let registered = project.apps.filter { $0.bundleID == bundleID }
    guard !registered.isEmpty else {
      throw .refused(.invalidAppID, "The bundle id is not registered in this project.")
    }
    if let clientID = app.clientID {
      guard registered.contains(where: { $0.clientID == clientID }) else {
        throw .refused(.invalidOAuthClientID, "The client id is not registered for this bundle id.")
      }
      return clientID.split(separator: ".").reversed().joined(separator: ".") + "://firebaseauth/link"
    }
    if let appID = app.appID {
      guard registered.contains(where: { $0.appID == appID }) else {
        throw .refused(.invalidAppID, "The app id is not registered for this bundle id.")
      }
      return "app-" + appID.replacing(":", with: "-") + "://firebaseauth/link"
    }
    return bundleID + "://google/link"
  }

  /// True if an earlier target is still allowed: while a sign-in is under way, domains may be removed and
  /// rules may change.
  public func allows(_ target: ReturnTarget) -> Bool {
    guard case .page(let text) = target else { return true }
    return Self.webURL(text).map(isAuthorized) == true
  }

  /// True if a sign-in may return to the URL.
  public func isAuthorized(_ url: URL) -> Bool { verdict(on: url) == .authorized }

  /// - Parameter reason: the reason for a refusal if the host is not an authorized domain.
  /// - Throws: `UNAUTHORIZED_DOMAIN`.
  func requireAuthorized(_ url: URL, reason: String) throws(IdentityError) {
    switch verdict(on: url) {
    case .authorized: return
    case .foreignHost: throw .refused(.unauthorizedDomain, reason)
    case .plainHTTP:
      throw .refused(
        .unauthorizedDomain,
        "The page has to use https. Plain http is accepted only for localhost, 127.0.0.1 and [::1]."
      )
    }
  }

  private enum Verdict { case authorized, foreignHost, plainHTTP }

  private func verdict(on url: URL) -> Verdict {
    guard let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty, url.user == nil else {
      return .foreignHost
    }
    if origins.contains(where: { Self.origin(of: url) == $0 }) { return .authorized }
    guard project.authorizedDomains.contains(where: { Self.domain($0.lowercased(), covers: host) }) else {
      return .foreignHost
    }
    // Some systems resolve names below localhost with a name server, so they may not be this machine.
    let isSafe = url.scheme?.lowercased() == "https" || acceptsPlainHTTP || Self.isLoopback(host)
    return isSafe ? .authorized : .plainHTTP
  }

  private static func domain(_ domain: String, covers host: String) -> Bool {
    host == domain || (!isIPAddress(domain) && host.hasSuffix("." + domain))
  }

  /// Returns the text as an absolute http or https URL without user information; nil for any other text.
  public static func webURL(_ text: String) -> URL? {
    // Accepts only ASCII, and no escapes in the host. Browsers convert look-alikes of dots and slashes to real dots
    // and slashes, and parsers decode escapes at different times.
    guard text.utf8.count <= 4_096,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      isPlainAuthority(of: text), let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "https" || scheme == "http",
      let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil, url.password == nil
    else { return nil }
    return url
  }

  /// True if a host name or a bracketed IPv6 address follows `://`, with an optional port. Refuses escapes
  /// and anything that parsers may interpret differently.
  private static func isPlainAuthority(of text: String) -> Bool {
    guard let start = text.range(of: "://")?.upperBound else { return false }
    let authority = text[start...].utf8.prefix { !"/?#".utf8.contains($0) }
    let isAddress = authority.first == UInt8(ascii: "[")
    let end =
      (isAddress ? authority.firstIndex(of: UInt8(ascii: "]")) : authority.firstIndex(of: UInt8(ascii: ":")))
      ?? authority.endIndex
    let host = isAddress ? authority[..<end].dropFirst() : authority[..<end]
    let port = isAddress ? authority[end...].dropFirst() : authority[end...]
    let isHost = host.allSatisfy { byte in
      isAddress
        ? "0123456789abcdefABCDEF:.".utf8.contains(byte)
        : isAlphanumeric(byte) || "-._".utf8.contains(byte)
    }
    return isHost && (!isAddress || host.contains(UInt8(ascii: ":")))
      && (port.isEmpty || port.first == UInt8(ascii: ":"))
      && port.dropFirst().count <= 5 && port.dropFirst().allSatisfy { "0123456789".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  public static func origin(of url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else { return nil }
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return "\(scheme)://\(bracketed)" + (url.port.map { ":\($0)" } ?? "")
  }

  public static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "[::1]"
  }

  private static func isIPAddress(_ host: String) -> Bool {
    host.contains(":") || host.split(separator: ".").allSatisfy { UInt8($0) != nil }
  }
}

extension ReturnPolicy {
  /// The maximum size of a Content-Security-Policy's sources in bytes. Proxies refuse a response with a
  /// longer header.
  static let maximumFrameAncestorBytes = 2_048

  /// Returns the pages that may frame this server, as sources of a Content-Security-Policy: those that
  /// ``isAuthorized(_:)`` accepts, and the project's browser extensions. A source for http includes https.
  /// The policy's grammar does not allow IPv6 addresses.
  ///
  /// If a header is too short for all sources, the list contains only the sources that the requesting page needs. For
  /// a page without a `Referer`, it allows every web page: the frame itself checks the page's origin before it
  /// reveals anything.
  ///
  /// - Parameter page: the page's address or origin, from the browser's `Referer`.
  public func frameAncestors(of page: String?) -> [String] {
    let own = ["'self'"] + origins.filter { !$0.contains("[") }
    let domains = project.authorizedDomains.map { $0.lowercased() }
    let extensions = domains.filter { $0.hasPrefix(RegisteredName.extensionScheme) }
    let hosts = Self.withoutSubdomains(domains.filter(Self.isPlainHost))
    let all = own + extensions + hosts.flatMap(sources)
    if Self.fits(all) { return all }
    guard let page else {
      return acceptsPlainHTTP
        ? ["http:", "https:"] : ["https:"] + hosts.filter(Self.isLoopback).flatMap(sources)
    }
    guard let host = Self.webURL(page)?.host(percentEncoded: false)?.lowercased() else { return own }
    let some = own + hosts.filter { Self.domain($0, covers: host) }.flatMap(sources)
    return Self.fits(some + extensions) ? some + extensions : some
  }

  /// Returns the origin of a page that may not use the frame; nil for a page that may use it, or that sends no
  /// `Referer`.
  ///
  /// - Parameter page: see ``frameAncestors(of:)``.
  public func refusedOrigin(of page: String?) -> String? {
    guard let url = page.flatMap(Self.webURL), !isAuthorized(url), let origin = Self.origin(of: url),
      !origin.contains("[")
    else { return nil }
    return origin
  }

  private static func fits(_ sources: [String]) -> Bool {
    sources.reduce(0) { $0 + $1.utf8.count + 1 } <= maximumFrameAncestorBytes
  }

  private func sources(of domain: String) -> [String] {
    let own = acceptsPlainHTTP || Self.isLoopback(domain) ? "http" : "https"
    let below = acceptsPlainHTTP ? "http" : "https"
    return Self.isIPAddress(domain)
      ? ["\(own)://\(domain):*"] : ["\(own)://\(domain):*", "\(below)://*.\(domain):*"]
  }

  /// Returns the domains that are not sub-domains of another one.
  private static func withoutSubdomains(_ domains: [String]) -> [String] {
    let known = Set(domains)
    return domains.filter { domain in
      guard !isIPAddress(domain) else { return true }
      var parent = domain[...]
      while let dot = parent.firstIndex(of: ".") {
        parent = parent[parent.index(after: dot)...]
        if known.contains(String(parent)) { return false }
      }
      return true
    }
  }

  private static func isPlainHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isAlphanumeric($0) || "-.".utf8.contains($0) }
  }
}
