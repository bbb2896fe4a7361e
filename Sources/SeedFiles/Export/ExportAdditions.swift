import Identity
import IdentityWire
import Operations

/// The content of an export's `latchkey.json`: the settings of the project and its tenants, and the parameters of
/// password hashes that the emulator does not use.
struct ExportAdditions {
  private(set) var config = ProjectConfig()
  private(set) var emailLinkAlone = false
  private(set) var hashings: [BatchCreateRequest] = []
  private(set) var ownHashing: Int?
  private(set) var tenants: [TenantID: TenantConfig] = [:]
  /// The tenants that allow sign-in by phone.
  private(set) var tenantsWithPhone: Set<TenantID> = []
  /// The indexes of each user's hash parameters, by tenant and user ID.
  private var users: [TenantID?: [String: Int]] = [:]

  /// - Throws: ``SeedFileFailure`` if the format is unknown or the value does not conform to the format.
  init(_ value: JSONValue, path: String) throws {
    guard let format = value["format"]?.integerValue else {
      throw SeedFileFailure("\(path) has no \"format\". Export again, or remove the file.")
    }
    guard format == ExportLayout.additionsFormat else {
      throw SeedFileFailure(
        "\(path) is of format \(format), and this Latchkey reads format \(ExportLayout.additionsFormat). Import with the "
          + "version that wrote it, or remove the file: then its settings and the passwords that were set at Latchkey are "
          + "left out.")
    }
    do {
      let project = value["project"] ?? [:]
      config = try WireDecoder().decodeStrictly(ProjectConfig.self, from: project["config"] ?? [:])
      emailLinkAlone = project["emailLinkAlone"]?.boolValue ?? false
      try takeHashes(project["hashes"], of: nil, path)
      for tenant in value["tenants"]?.arrayValue ?? [] {
        guard let id = tenant["tenantId"]?.stringValue.flatMap(TenantID.init(rawValue:)) else {
          throw SeedFileFailure("\(path): a tenant has no valid \"tenantId\". Export again.")
        }
        tenants[id] = try WireDecoder().decodeStrictly(TenantConfig.self, from: tenant["config"] ?? [:])
        if tenant["allowsPhone"]?.boolValue == true { tenantsWithPhone.insert(id) }
        try takeHashes(tenant["hashes"], of: id, path)
      }
    } catch let fault as MessageFault {
      throw SeedFileFailure("\(path) cannot be read: \(fault.sentence) Export again.")
    }
  }

  func hashings(of tenant: TenantID?) -> [String: Int] { users[tenant] ?? [:] }

  private mutating func takeHashes(_ value: JSONValue?, of tenant: TenantID?, _ path: String) throws {
    for entry in value?.arrayValue ?? [] {
      guard let parameters = entry["parameters"], let ids = entry["localIds"]?.arrayValue else {
        throw SeedFileFailure(
          "\(path): a member of \"hashes\" lacks \"parameters\" or \"localIds\". Export again.")
      }
      guard
        let reader = try? MessageReader(Array(JSONWriter.text(parameters).utf8), JSONParser())
      else {
        throw SeedFileFailure("\(path): the \"parameters\" of \"hashes\" are no object. Export again.")
      }
      hashings.append(try BatchCreateRequest(reading: reader))
      let index = hashings.count - 1
      if entry["isProjects"]?.boolValue == true { ownHashing = index }
      for id in ids.compactMap(\.stringValue) { users[tenant, default: [:]][id] = index }
    }
  }
}
