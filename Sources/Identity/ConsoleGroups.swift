import IdentityWire

/// The groups at an OpenID provider whose members are administrators of the console.
public struct ConsoleGroups: Sendable, Equatable, Codable {
  /// The maximum number of grants.
  public static let maximumGrants = 200
  /// The maximum length of a group's name, and of the claim's name, in bytes.
  public static let maximumNameBytes = 256
  /// The maximum number of groups in an ID token. A token with more groups is refused, so that no group is overlooked.
  public static let maximumGroupsInToken = 1_000

  /// A role that all members of a group have.
  public struct Grant: Sendable, Equatable, Codable {
    /// The group exactly as the provider writes it. It is compared byte by byte.
    public var group: String
    public var role: ConsoleRole
    /// Nil for the whole server.
    public var project: ProjectID?

    public init(group: String, role: ConsoleRole, project: ProjectID? = nil) {
      self.group = group
      self.role = role
      self.project = project
    }

    public static func == (one: Grant, other: Grant) -> Bool {
      one.group.hasSameBytes(as: other.group) && one.role == other.role && one.project == other.project
    }
  }

  /// The name of the ID token's claim with the groups.
  public var claim: String
  public var grants: [Grant]
  /// Scopes to ask for in addition to the usual ones; nil for none.
  public var scopes: [String]?

  public init(claim: String, grants: [Grant], scopes: [String]? = nil) {
    self.claim = claim
    self.grants = grants
    self.scopes = scopes
  }

  /// Returns the rights of a user in these groups. Nil if none of the groups has a grant.
  ///
  /// - Parameter groups: the groups that the provider's signed ID token names.
  public func rights(of groups: [String]) -> ConsoleRights? {
    let granted = grants.filter { groups.containsBytes(of: $0.group) }
    guard !granted.isEmpty else { return nil }
    return granted.reduce(into: ConsoleRights()) { $0.add($1.role, in: $1.project) }
  }

  /// Reads the groups in a claim: a list of texts, or one text.
  ///
  /// - Returns: nil if there are too many groups, or a value is not a text of limited length.
  public static func groups(in claim: JSONValue?) -> [String]? {
    guard let claim else { return [] }
    let values = claim.arrayValue ?? [claim]
    guard values.count <= maximumGroupsInToken else { return nil }
    let names = values.compactMap(\.stringValue)
    guard names.count == values.count, names.allSatisfy({ $0.utf8.count <= maximumNameBytes }) else {
      return nil
    }
    return names
  }
}

extension ConsoleGroups.Grant {
  /// Reads `editor=group` or, for one project, `editor@shop=group`. Everything after the first equals sign is the
  /// group. Nil for any other form.
  public init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="), sign < text.endIndex else { return nil }
    let place = text[..<sign].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = place.first, let role = ConsoleRole(rawValue: String(name)) else { return nil }
    var project: ProjectID?
    if place.count == 2 {
      guard let id = ProjectID(rawValue: String(place[1])), id != .console else { return nil }
      project = id
    }
    let group = String(text[text.index(after: sign)...])
    guard !group.isEmpty else { return nil }
    self.init(group: group, role: role, project: project)
  }

  /// The text that ``init(_:)`` reads.
  public var text: String { "\(role.rawValue)\(project.map { "@\($0)" } ?? "")=\(group)" }
}
