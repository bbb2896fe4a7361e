import Identity
import Operations
import Secrets
import Settings
import TestTools

extension PostgreSQLServer {
  /// An installation in a database of its own, with a master key of its own.
  public func makeInstallation() throws -> (database: String, installation: Installation) {
    let name = "d" + SystemRandom().alphanumeric(16).lowercased()
    return (
      name,
      Installation(
        directory: DataDirectory(path: directory + "/none"),
        postgreSQL: try PostgreSQLAddress(makeDatabase(name)),
        masterKey: try SecretBox(masterKey: SystemRandom().bytes(32)))
    )
  }
}
