import Foundation
import Identity
import IdentityProviders
import Messaging
import Secrets

/// The tokens by which access is taken back at providers: kept, sealed, with the links of accounts, and put into the outbox
/// when an account is deleted.
public struct ProviderGrants: Sendable {
  private let box: SecretBox
  private let outbox: Outbox

  /// - Parameter outbox: has the channel `revocation`.
  public init(box: SecretBox, outbox: Outbox) {
    self.box = box
    self.outbox = outbox
  }

  /// Keeps the token of a sign-in in the account's link, where the provider's settings ask for it, and forgets a kept one
  /// where they do not. A sign-in without a token leaves a kept one.
  func keep(_ identity: ProviderIdentity, in account: inout Account, _ settings: ProviderSettings?)
    throws(IdentityError)
  {
    let index = account.links.firstIndex { $0.isOfSameIdentity(as: identity.providerID, identity.rawID) }
    guard let index else { return }
    guard let settings, settings.revokesOnDeletion, !identity.isUnsignedDevelopmentCredential else {
      if account.links[index].sealedGrant != nil { account.links[index].sealedGrant = nil }
      return
    }
    guard let grant = ProviderGrant(of: identity, with: settings),
      grant.replaces(open(account.links[index], of: account))
    else { return }
    let context = Self.context(account.links[index], of: account)
    do {
      account.links[index].sealedGrant = Array(try box.seal(JSONEncoder().encode(grant), context: context))
    } catch {
      throw .unavailable(.internalError, cause: "a provider's token could not be sealed")
    }
  }

  /// The writes by which access is taken back once the account is deleted: of the transaction that deletes it. What does
  /// not open under the master key, and what the outbox has no room for, is left out: a deletion never fails for it.
  func revocations(of account: Account, now: Instant) -> [StoreWrite] {
    account.links.compactMap { link in
      guard let grant = open(link, of: account) else { return nil }
      let queued = QueuedRevocation(providerID: link.providerID, grant: grant, scope: account.scope)
      return try? outbox.write(revocation: queued, in: account.scope, now: now)
    }
  }

  /// To be called when ``revocations(of:now:)`` are durable.
  func wake() { outbox.wake(.revocation) }

  private func open(_ link: ProviderLink, of account: Account) -> ProviderGrant? {
    guard let sealed = link.sealedGrant,
      let opened = try? box.open(Data(sealed), context: Self.context(link, of: account))
    else { return nil }
    return try? JSONDecoder().decode(ProviderGrant.self, from: opened)
  }

  /// The account's id stands last: it alone may contain slashes.
  static func context(_ link: ProviderLink, of account: Account) -> String {
    let scope = account.scope
    return
      "provider-grant/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(link.providerID)/\(account.id)"
  }
}
