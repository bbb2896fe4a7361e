import Foundation
import Identity
import Secrets

/// What second factors keep sealed under the master key.
extension ProjectDirectory {
  /// The secret of an account's time-based one-time passwords, as ``EnrolledFactor/Kind`` keeps it.
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

  /// The account's id stands last: it alone may contain slashes.
  static func totpContext(_ enrollmentID: String, _ account: AccountID, _ scope: Scope) -> String {
    "totp/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(enrollmentID)/\(account)"
  }

  /// The key of an account's recovery codes, as ``RecoveryCodes`` keeps it.
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
