import Identity
import Storage

extension Finding {
  /// Reports whether this program can use a database with its schema.
  ///
  /// - Parameter isWell: another fact about the database, such as `is whole`.
  init(of age: DatabaseSchema.Age, database name: String, _ isWell: String) {
    switch age {
    case .current: self.init(.ok, "database", "\(name) \(isWell).")
    case .older:
      self.init(
        .warning, "database",
        "\(name) \(isWell), and has the schema of an earlier version: the server upgrades it at the next start. "
          + "The keys in it were not checked.")
    case .newer(let version):
      let writer = ProgramVersion.writer(ofNewer: version)
      self.init(.failed, "database", "\(name) was made by \(writer), which must be used with it.")
    case .empty: self.init(.failed, "database", "\(name) is empty. Restore it from a backup.")
    case .foreign:
      self.init(.failed, "database", "\(name) belongs to another program. Restore it from a backup.")
    }
  }

  init(unreadableDatabase name: String, _ error: StoreError) {
    self.init(.failed, "database", "\(name) cannot be read: \(error.reason).")
  }

  /// - Parameter probe: the probe that asked for `/readyz`.
  init(readiness outcome: ServerProbe.Outcome, at probe: ServerProbe) {
    switch outcome {
    case .good: self.init(.ok, "server", "It runs and is ready.")
    case .bad(let answer):
      self.init(
        .failed, "server",
        "\(probe.url("/readyz")) answers that it is not ready: \(PlainText.line(answer))")
    case .none:
      self.init(
        .warning, "server", "Nothing answers at \(probe.url("/readyz")): the server does not run.")
    }
  }
}
