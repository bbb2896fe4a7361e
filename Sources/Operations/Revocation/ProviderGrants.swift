import Foundation
import Identity
import IdentityProviders
import Messaging
import Secrets

/// Stores the tokens that can revoke an app's access at providers, sealed in the links of accounts. Puts them
/// into the outbox when an account is deleted.
public struct ProviderGrants: Sendable {
  private let box: SecretBox
  private let outbox: Outbox

  /// - Parameter outbox: has the channel `revocation`.
  public init(box: SecretBox, outbox: Outbox) {
    self.box = box
    self.outbox = outbox
  }

  /// Stores the token of a sign-in in the account's link if the provider's settings ask for it. Otherwise deletes a
  /// stored token. A sign-in without a token leaves a stored token unchanged.
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

  /// Returns the writes that revoke access once the account is deleted. A token that does not open under the master
  /// key counts as a loss. If the outbox is full, the store drops the entry and counts a loss, too. Neither case
  /// makes the deletion fail.
  func revocations(of account: Account, now: Instant) -> PlannedRevocations {
    var planned = PlannedRevocations()
    for link in account.links where link.sealedGrant != nil {
      do throws(OutboxEvent) {
        guard let grant = open(link, of: account) else {
          throw OutboxEvent(
            .unreadable, of: .revocation, in: account.scope.project,
            reason: "\(displayable(link.providerID)): the kept token does not open under the master key")
        }
        let queued = QueuedRevocation(providerID: link.providerID, grant: grant, scope: account.scope)
        planned.writes.append(try outbox.write(revocation: queued, in: account.scope, now: now))
      } catch {
        planned.losses.append(error)
      }
    }
    return planned
  }

  /// Starts the revocations. Call it when the writes are durable.
  func begin(_ planned: PlannedRevocations) {
    for loss in planned.losses { outbox.note(loss) }
    if !planned.writes.isEmpty { outbox.wake(.revocation) }
  }

  private func open(_ link: ProviderLink, of account: Account) -> ProviderGrant? {
    guard let sealed = link.sealedGrant,
      let opened = try? box.open(Data(sealed), context: Self.context(link, of: account))
    else { return nil }
    return try? JSONDecoder().decode(ProviderGrant.self, from: opened)
  }

  /// The account's ID comes last, because only it may contain slashes.
  static func context(_ link: ProviderLink, of account: Account) -> String {
    let scope = account.scope
    return
      "provider-grant/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(link.providerID)/\(account.id)"
  }
}
