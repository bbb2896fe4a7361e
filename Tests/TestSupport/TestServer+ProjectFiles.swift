import Identity
import IdentityWire
import Operations
import Secrets

extension TestServer {
  /// A project as an exported file has it.
  public func exported(_ id: ProjectID = TestServer.project) async throws -> JSONValue {
    let (file, _) = try await backend.administration.exportProjectFile(of: [id])
    guard let project = file["projects"]?[id.rawValue] else { throw TestFailure("the export lacks \(id)") }
    return project
  }

  /// Applies a file of one project.
  ///
  /// - Parameters:
  ///   - variables: the environment that secrets come from.
  ///   - isDryRun: true to change nothing.
  @discardableResult
  public func apply(
    _ project: JSONValue, to id: String = TestServer.project.rawValue, prunes: Bool = false,
    overwrites: Bool = false,
    variables: [String: String] = [:], isDryRun: Bool = false
  ) async throws -> ProjectFilePlan {
    let file = try ProjectFile(["version": 1, "projects": .object([id: project])])
    let secrets: SecretReference.Reader = { reference in
      guard case .environment(let name) = reference else { return nil }
      return variables[name].map { Secret($0) }
    }
    let administration = backend.administration
    if isDryRun { return try await administration.plan(file, prunes: prunes, secrets: secrets) }
    return try await administration.apply(
      file, prunes: prunes, overwrites: overwrites, keys: service.keyRing, secrets: secrets)
  }
}

extension JSONValue {
  /// The value with another one at a path such as `config/mfa/state`; nil takes the member away.
  public func replacing(_ path: String, with value: JSONValue?) -> JSONValue {
    let names = path.split(separator: "/", maxSplits: 1).map(String.init)
    var members = objectValue ?? [:]
    members[names[0]] =
      names.count == 1 ? value : (members[names[0]] ?? .object([:])).replacing(names[1], with: value)
    return .object(members)
  }

  /// The value at a path such as `config/mfa/state`.
  public func at(_ path: String) -> JSONValue? {
    path.split(separator: "/").reduce(self as JSONValue?) { value, name in value?[String(name)] }
  }
}
