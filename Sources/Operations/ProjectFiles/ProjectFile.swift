import Identity
import IdentityWire

/// Projects in the form of a file, with their tenants, providers, apps, webhooks and messages. See
/// `docs/configuration-as-code.md`.
///
/// The file uses the API's names: the `config` of projects and tenants, and the configurations of providers.
public struct ProjectFile: Sendable {
  /// The maximum size in bytes.
  public static let maximumBytes = 16 << 20
  /// The version of the format.
  public static let version = 1
  static let maximumProjects = 1_000
  static let maximumTenants = 10_000
  static let maximumApps = 1_000

  /// Members that an exported file contains first, in this order.
  public static let leadingNames = [
    "version", "projects", "revision", "number", "apiKeys", "displayName", "platform", "enabled", "clientId",
    "clientSecret", "url",
  ]

  struct Entry: Sendable {
    let id: ProjectID
    let members: FileMembers
    let tenants: [(id: TenantID, members: FileMembers)]
  }

  let entries: [Entry]

  /// The projects that the file names.
  public var projects: [ProjectID] { entries.map(\.id) }

  /// - Throws: `INVALID_CONFIG` for an unknown name, another version, or too many entries;
  ///   `INVALID_PROJECT_ID` for the console's own project.
  public init(_ value: JSONValue) throws(IdentityError) {
    let root = try FileMembers(value, at: "file", names: ["version", "projects"])
    guard root["version"]?.integerValue == Int64(Self.version) else {
      throw .inFile(root.path("version"), "The version of the file has to be \(Self.version).")
    }
    let projects = try root.mapping("projects") ?? []
    guard !projects.isEmpty else { throw .inFile("projects", "The file names no project.") }
    guard projects.count <= Self.maximumProjects else {
      throw .inFile("projects", "A file may have at most \(Self.maximumProjects) projects.")
    }
    var entries: [Entry] = []
    for (name, value) in projects { entries.append(try Self.entry(name, value)) }
    guard entries.reduce(0, { $0 + $1.tenants.count }) <= Self.maximumTenants else {
      throw .inFile("projects", "A file may have at most \(Self.maximumTenants) tenants.")
    }
    self.entries = entries
  }

  private static func entry(_ name: String, _ value: JSONValue) throws(IdentityError) -> Entry {
    guard let id = ProjectID(rawValue: name) else {
      throw .inFile(
        "projects/\(name.prefix(100))",
        "A project id is 1 to 63 lower-case letters, digits and hyphens, and begins with a letter.")
    }
    guard id != .console else { throw IdentityError.reservedProject.inFile("projects/\(id)") }
    let members = try FileMembers(value, at: "projects/\(id)", names: ProjectDocument.projectNames)
    var tenants: [(id: TenantID, members: FileMembers)] = []
    for (name, value) in try members.mapping("tenants") ?? [] {
      let path = "\(members.path)/tenants/\(name.prefix(100))"
      guard let id = TenantID(rawValue: name) else {
        throw .inFile(path, "A tenant's id is 1 to 64 letters, digits, hyphens and underscores.")
      }
      tenants.append((id, try FileMembers(value, at: path, names: ProjectDocument.tenantNames)))
    }
    return Entry(id: id, members: members, tenants: tenants)
  }
}
