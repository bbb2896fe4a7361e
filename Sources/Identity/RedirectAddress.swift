/// The redirect URI that a project's providers answer at, as a path of this server.
///
/// Apps open one page, ``pagePath``, for every project. Providers answer at an address of the project's own, so that an
/// answer that was made for one project never arrives where another project's flows end (RFC 9700 section 4.4.2.2).
/// The server's first project may use the page's own path in place of it: no other project does.
public struct RedirectAddress: Sendable, Equatable {
  /// The page that apps open to sign in with a provider.
  public static let pagePath = "/__/auth/handler"
  /// The same page at the path where SDKs look for it if they are connected to the emulator.
  public static let emulatorPagePath = "/emulator/auth/handler"

  public let project: ProjectID
  /// True if the redirect URI is the page itself.
  public let isShared: Bool
  /// True if the server has further projects.
  public let hasOtherProjects: Bool

  /// True if the project still uses the page's own path, although the server has further projects.
  public var isStillShared: Bool { isShared && hasOtherProjects }

  /// - Parameter projects: all projects of the server, except the console's.
  public init(of project: Project, among projects: [Project]) {
    self.project = project.id
    let others = projects.filter { $0.id != project.id }
    hasOtherProjects = !others.isEmpty
    isShared = Self.sharingProject(among: others + [project])?.id == project.id
  }

  /// Returns the only project that may use the page as its redirect URI: the first one of the server, unless it has an
  /// address of its own. If the right passed to the next project, the providers of that project would refuse its flows.
  public static func sharingProject(among projects: [Project]) -> Project? {
    let first = projects.min { one, other in
      one.createdAt == other.createdAt
        ? one.id.rawValue < other.id.rawValue : one.createdAt < other.createdAt
    }
    return first.flatMap { $0.usesOwnRedirectURI ? nil : $0 }
  }

  /// Returns the path of the project's own redirect URI.
  ///
  /// - Parameter page: one of the paths of the page that apps open.
  public static func ownPath(of project: ProjectID, below page: String = RedirectAddress.pagePath) -> String {
    page + "/" + project.rawValue
  }

  /// Returns the path of the redirect URI.
  ///
  /// - Parameter page: one of the paths of the page that apps open.
  public func path(below page: String = RedirectAddress.pagePath) -> String {
    isShared ? page : Self.ownPath(of: project, below: page)
  }

  /// Returns the redirect URI.
  ///
  /// - Parameter origin: an origin of the server, such as `https://auth.example.com`.
  public func uri(at origin: String) -> String { origin + path() }

  /// Returns the path of the page if the path is the page's or the project's own; nil for every other path.
  public func page(at path: String) -> String? {
    Self.pages.first { path == $0 || path == Self.ownPath(of: project, below: $0) }
  }

  /// True if the path is the page's.
  public static func isPage(_ path: String) -> Bool { pages.contains(path) }

  private static let pages = [pagePath, emulatorPagePath]

  /// The command that gives the server's first project a redirect URI of its own.
  public static func command(for project: ProjectID) -> String {
    "latchkey project set \(project) --own-redirect-uri"
  }

  /// True if the path belongs to this server's sign-in pages, whichever project it names.
  public static func isOfSignIn(_ path: String) -> Bool {
    path.hasPrefix("/__/auth/") || path.hasPrefix("/emulator/auth/")
  }

  /// True if a browser or a router may take the path for another one: it has dot segments, empty segments or backslashes.
  ///
  /// - Parameter path: percent-encoded.
  public static func isAmbiguous(_ path: String) -> Bool {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return path.utf8.contains(UInt8(ascii: "\\"))
      || segments.dropFirst().dropLast().contains(where: \.isEmpty)
      || segments.contains { segment in
        let text = String(Substring(segment)).lowercased()
        return [".", "%2e", "..", ".%2e", "%2e.", "%2e%2e"].contains(text)
      }
  }
}
