import Foundation

/// The machine and the programs with which the figures were measured.
struct MachineDescription: Codable {
  var processor: String
  var cores: Int
  var kernel: String
  var memoryMegabytes: Int
  /// The file system of the installation's directory, which contains SQLite's file and the log.
  var fileSystem: String
  var openssl: String
  var wrk: String
  /// The database and its version.
  var database: String
  var signer: String

  init(directory: URL, postgreSQL: String?, signer: String) {
    func first(_ command: [String]) -> String {
      let output = try? CommandRunner.output(of: command)
      return output?.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    processor =
      model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? first(["uname", "-m"])
    cores = ProcessInfo.processInfo.activeProcessorCount
    kernel = first(["uname", "-sr"])
    memoryMegabytes = Int(ProcessInfo.processInfo.physicalMemory / 1_048_576)
    fileSystem = first(["stat", "-f", "-c", "%T", directory.path])
    openssl = first(["openssl", "version"])
    // `wrk -v` exits with status 1, so a shell runs it.
    wrk = first(["sh", "-c", "wrk -v 2>&1 | head -1"])
    database =
      postgreSQL.map { address in
        "PostgreSQL " + first(["psql", "-X", "-A", "-t", "-c", "SHOW server_version", address])
      } ?? "SQLite \(RawSQLite.version)"
    self.signer = signer
  }

  func print() {
    Swift.print("  \(processor), \(cores) cores, \(memoryMegabytes) MB, \(kernel), \(fileSystem)")
    Swift.print("  \(database), \(openssl), signing by \(signer)")
    Swift.print("  \(wrk)")
  }
}
