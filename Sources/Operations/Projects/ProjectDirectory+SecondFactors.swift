import Foundation
import Identity
import Secrets

/// Secrets of second factors, sealed under the master key.
extension ProjectDirectory {
  /// Opens the TOTP secret of an account, in the form in which ``EnrolledFactor/Kind`` stores it.
  func totpSecret(_ sealed: [UInt8], of enrollmentID: String, _ account: AccountID, in scope: Scope)
    throws(IdentityError) -> [UInt8]
  {
    do {
      return Array(try box.open(Data(sealed), context: Self.totpContext(enrollmentID, account, scope)))
    } catch {
      throw .unavailable(
        .configurationUnreadable, cause: "a second factor's secret does not open under this master key")
    }
  }

  func seal(
    totpSecret: [UInt8], of enrollmentID: String, _ account: AccountID, in scope: Scope
  ) throws -> [UInt8] {
    Array(try box.seal(totpSecret, context: Self.totpContext(enrollmentID, account, scope)))
  }

  /// The account's ID comes last, because only it may contain slashes.
  static func totpContext(_ enrollmentID: String, _ account: AccountID, _ scope: Scope) -> String {
    "totp/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(enrollmentID)/\(account)"
  }

  /// Opens the key of an account's recovery codes, in the form in which ``RecoveryCodes`` stores it.
  func recoveryKey(_ sealed: [UInt8], of account: AccountID, in scope: Scope) throws(IdentityError) -> [UInt8]
  {
    do {
      return Array(try box.open(Data(sealed), context: Self.recoveryContext(account, scope)))
    } catch {
      throw .unavailable(
        .configurationUnreadable, cause: "the key of recovery codes does not open under this master key")
    }
  }

  func seal(recoveryKey: [UInt8], of account: AccountID, in scope: Scope) throws(IdentityError) -> [UInt8] {
    do {
      return Array(try box.seal(recoveryKey, context: Self.recoveryContext(account, scope)))
    } catch {
      throw .unavailable(.internalError, cause: "the key of recovery codes could not be sealed")
    }
  }

  static func recoveryContext(_ account: AccountID, _ scope: Scope) -> String {
    "recovery-codes/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(account)"
  }
}
