import Foundation
import Identity

/// The files of an export, as firebase-tools names them (`src/emulator/hubExport.ts`), and Latchkey's beside them.
enum ExportLayout {
  static let metadata = "firebase-export-metadata.json"
  /// Where firebase-tools puts the accounts. The metadata may name another directory.
  static let directory = "auth_export"
  static let accounts = "accounts.json"
  static let config = "config.json"
  /// What the emulator has no words for. It passes the file over.
  static let additions = "latchkey.json"
  static let additionsFormat: Int64 = 1
  static let accountsKind = "identitytoolkit#DownloadAccountResponse"
  /// The version of firebase-tools whose format this is. It stands in the metadata of new exports.
  static let version = "15.9.0"

  /// Beside the project's own accounts those of each tenant.
  static func accounts(of tenant: TenantID) -> String { "accounts-\(tenant).json" }

  static func isOfAccounts(_ name: String) -> Bool {
    [accounts, config, additions].contains(name) || tenant(ofAccounts: name) != nil
  }

  static func tenant(ofAccounts name: String) -> TenantID? {
    guard name.hasPrefix("accounts-"), name.hasSuffix(".json") else { return nil }
    return TenantID(rawValue: String(name.dropFirst("accounts-".count).dropLast(".json".count)))
  }
}

/// The members of `firebase-export-metadata.json` that say where the accounts are.
struct ExportMetadata {
  /// Of the directory of the accounts, below that of the export. Nil for an export without accounts.
  var path: String?
  /// Of firebase-tools.
  var version: String?
}
