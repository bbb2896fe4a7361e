import Foundation
import Identity

/// The files of an export, with the names of firebase-tools (`src/emulator/hubExport.ts`), and Latchkey's own
/// file.
enum ExportLayout {
  static let metadata = "firebase-export-metadata.json"
  /// The directory of the accounts in firebase-tools. The metadata may name another directory.
  static let directory = "auth_export"
  static let accounts = "accounts.json"
  static let config = "config.json"
  /// The file for settings that the emulator does not have. The emulator ignores it.
  static let additions = "latchkey.json"
  static let additionsFormat: Int64 = 1
  static let accountsKind = "identitytoolkit#DownloadAccountResponse"
  /// The version of firebase-tools with this format. It is written into the metadata of new exports.
  static let version = "15.9.0"

  /// The file of a tenant's accounts, in the directory of the project's own accounts.
  static func accounts(of tenant: TenantID) -> String { "accounts-\(tenant).json" }

  static func isOfAccounts(_ name: String) -> Bool {
    [accounts, config, additions].contains(name) || tenant(ofAccounts: name) != nil
  }

  static func tenant(ofAccounts name: String) -> TenantID? {
    guard name.hasPrefix("accounts-"), name.hasSuffix(".json") else { return nil }
    return TenantID(rawValue: String(name.dropFirst("accounts-".count).dropLast(".json".count)))
  }
}

/// The members of `firebase-export-metadata.json` that describe the accounts.
struct ExportMetadata {
  /// The path of the accounts' directory, relative to the export's directory. Nil for an export without accounts.
  var path: String?
  /// The version of firebase-tools.
  var version: String?
}
