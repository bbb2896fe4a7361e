import Foundation
import Identity
import IdentityWire
import Secrets

/// Reseals every secret in the database that is not sealed under the current key. A server may be running: each row
/// is written separately, and only if it was not changed meanwhile.
public struct MasterKeyRewrap: Sendable {
  public struct Counts: Sendable, Equatable {
    public var signingKeys = 0
    public var projects = 0
    public var tenants = 0
    public var accounts = 0
    /// Messages that wait to be sent.
    public var messages = 0
    /// Waiting messages that no key of the box opens. The server could not send them before the rewrap either. They
    /// expire.
    public var unreadableMessages = 0

    /// Stored provider tokens that no key of the box opens. They are deleted.
    public var unreadableGrants = 0

    /// The number of rows that were sealed again.
    public var total: Int { signingKeys + projects + tenants + accounts + messages }
  }

  /// The number of accounts or messages that are read at once.
  private static let page = 500
  private static let maximumAttempts = 20

  private let store: any AccountStore
  private let outbox: any OutboxStore
  private let box: SecretBox

  /// - Parameters:
  ///   - outbox: the outbox of the same database.
  ///   - box: seals under the new key, and opens secrets that are sealed under the old one.
  public init(store: any AccountStore, outbox: any OutboxStore, box: SecretBox) {
    self.store = store
    self.outbox = outbox
    self.box = box
  }

  /// Processes the whole database once.
  ///
  /// - Returns: the numbers of rows that were sealed under another key.
  /// - Throws: `CONFIGURATION_UNREADABLE` if no key of the box opens a secret, unless it is in a message or is a
  ///   provider's token. Rows that were already resealed stay resealed.
  public func run() async throws(IdentityError) -> Counts {
    var counts = Counts()
    try await resealMessages(&counts)
    for record in try await reading({ () async throws(StoreError) in
      try await store.signingKeys(now: Instant(milliseconds: 0))
    }) {
      let context = "signing-key/\(record.keyID)"
      guard let sealed = try reseal(record.sealedPrivateKey, context) else { continue }
      do throws(StoreError) {
        try await store.apply([.resealSigningKey(record.keyID, from: record.sealedPrivateKey, to: sealed)])
      } catch {
        // Another process has already sealed it under the current key.
        if case .conflict = error { continue }
        throw IdentityError(error)
      }
      counts.signingKeys += 1
    }
    for project in try await reading({ () async throws(StoreError) in try await store.projects() }) {
      if try await reseal(project: project.id) { counts.projects += 1 }
      try await resealAccounts(in: Scope(project: project.id), &counts)
      var last: TenantID?
      while true {
        let after = last
        let tenants = try await reading { () async throws(StoreError) in
          try await store.tenants(in: project.id, after: after, limit: 100)
        }
        for tenant in tenants {
          if try await reseal(tenant: tenant.id, of: project.id) { counts.tenants += 1 }
          try await resealAccounts(in: Scope(project: project.id, tenant: tenant.id), &counts)
        }
        guard tenants.count == 100 else { break }
        last = tenants.last?.id
      }
    }
    return counts
  }

  private func reseal(project id: ProjectID) async throws(IdentityError) -> Bool {
    try await changing {
      guard var project = try await store.project(id) else { return nil }
      let signerKey = try reseal(project.sealedSignerKey, ProjectDirectory.signerKeyContext(id))
      var hasChanged = try reseal(&project.providerList, in: Scope(project: id))
      if try reseal(&project.samlKeys, of: id) { hasChanged = true }
      if try reseal(&project.webhooks, of: id) { hasChanged = true }
      if try resealServices(of: &project) { hasChanged = true }
      guard signerKey != nil || hasChanged else { return nil }
      project.sealedSignerKey = signerKey ?? project.sealedSignerKey
      return .updateProject(project)
    }
  }

  /// The secrets of the services that the project uses.
  private func resealServices(of project: inout Project) throws(IdentityError) -> Bool {
    let before = project
    let id = project.id
    if let secret = project.captcha.sealedSecret,
      let sealed = try reseal(secret, CaptchaSettings.sealingContext(of: id))
    {
      project.captcha.sealedSecret = sealed
    }
    if let secret = project.mailServer?.sealedPassword,
      let sealed = try reseal(secret, ProjectMailServer.sealingContext(of: id))
    {
      project.mailServer?.sealedPassword = sealed
    }
    if let secret = project.smsGateway?.sealedSecret,
      let sealed = try reseal(secret, ProjectSMSGateway.sealingContext(of: id))
    {
      project.smsGateway?.sealedSecret = sealed
    }
    return project != before
  }

  private func reseal(tenant id: TenantID, of project: ProjectID) async throws(IdentityError) -> Bool {
    try await changing {
      guard var tenant = try await store.tenant(id, in: project),
        try reseal(&tenant.providerList, in: Scope(project: project, tenant: id))
      else { return nil }
      return .updateTenant(tenant)
    }
  }

  private func reseal(_ list: inout ProviderList, in scope: Scope) throws(IdentityError) -> Bool {
    var hasChanged = false
    for index in list.providers.indices {
      let provider = list.providers[index]
      guard let sealed = provider.sealedSecrets,
        let anew = try reseal(sealed, ProjectDirectory.context(provider.providerID, scope))
      else { continue }
      list.providers[index].sealedSecrets = anew
      hasChanged = true
    }
    return hasChanged
  }

  private func reseal(_ webhooks: inout [Webhook], of id: ProjectID) throws(IdentityError) -> Bool {
    var anew = webhooks
    for (index, webhook) in webhooks.enumerated() {
      let context = Webhook.sealingContext(webhook.id, in: id)
      for (place, secret) in webhook.secrets.enumerated() {
        guard let sealed = try reseal(secret.bytes, context) else { continue }
        anew[index].secrets[place].bytes = sealed
      }
    }
    defer { webhooks = anew }
    return anew != webhooks
  }

  private func reseal(_ keys: inout SAMLKeys?, of id: ProjectID) throws(IdentityError) -> Bool {
    guard var anew = keys else { return false }
    let context = ProjectDirectory.samlKeyContext(id)
    if let sealed = try reseal(anew.current.sealedPrivateKey, context) {
      anew.current.sealedPrivateKey = sealed
    }
    if let other = anew.other, let sealed = try reseal(other.sealedPrivateKey, context) {
      anew.other?.sealedPrivateKey = sealed
    }
    defer { keys = anew }
    return anew != keys
  }

  private func resealAccounts(in scope: Scope, _ counts: inout Counts) async throws(IdentityError) {
    var last: AccountID?
    while true {
      let after = last
      let accounts = try await reading { () async throws(StoreError) in
        try await store.accounts(in: scope, after: after, limit: Self.page)
      }
      for account in accounts where try resealed(account) != nil {
        var forgotten = 0
        let isNew = try await changing {
          guard let latest = try await store.account(account.id, in: scope), let anew = try resealed(latest)
          else { return nil }
          forgotten =
            latest.links.count { $0.sealedGrant != nil } - anew.links.count { $0.sealedGrant != nil }
          return .updateAccount(anew)
        }
        guard isNew else { continue }
        counts.accounts += 1
        counts.unreadableGrants += forgotten
      }
      guard accounts.count == Self.page else { return }
      last = accounts.last?.id
    }
  }

  /// Reseals the waiting messages. Skips messages that were delivered meanwhile.
  private func resealMessages(_ counts: inout Counts) async throws(IdentityError) {
    var last: String?
    while true {
      let after = last
      let messages = try await reading { () async throws(StoreError) in
        try await outbox.sealedMessages(after: after, limit: Self.page)
      }
      var writes: [StoreWrite] = []
      for message in messages {
        do throws(IdentityError) {
          let context = OutboxEntry.sealingContext(message.id)
          guard let anew = try reseal(message.payload, context) else { continue }
          writes.append(.resealMessage(id: message.id, from: message.payload, to: anew))
        } catch {
          counts.unreadableMessages += 1
        }
      }
      let resealed = writes
      if !resealed.isEmpty {
        try await reading { () async throws(StoreError) in try await store.apply(resealed) }
      }
      counts.messages += resealed.count
      guard messages.count == Self.page else { return }
      last = messages.last?.id
    }
  }

  /// Nil if all of the account's secrets are sealed under the current key.
  private func resealed(_ account: Account) throws(IdentityError) -> Account? {
    var copy = account
    var hasChanged = false
    if let password = account.password, let key = password.algorithm.key, !key.isEmpty,
      let anew = try reseal(key, ProjectDirectory.passwordKeyContext(account.scope.project))
    {
      copy.password?.algorithm = password.algorithm.with(key: anew)
      hasChanged = true
    }
    for index in account.factors.indices {
      let factor = account.factors[index]
      guard case .totp(let sealed) = factor.kind,
        let anew = try reseal(
          sealed, ProjectDirectory.totpContext(factor.enrollmentID, account.id, account.scope))
      else { continue }
      copy.factors[index].kind = .totp(sealedSecret: anew)
      hasChanged = true
    }
    if let codes = account.recoveryCodes,
      let anew = try reseal(
        codes.sealedKey, ProjectDirectory.recoveryContext(account.id, account.scope))
    {
      copy.recoveryCodes?.sealedKey = anew
      hasChanged = true
    }
    for (index, link) in account.links.enumerated() {
      guard let sealed = link.sealedGrant else { continue }
      do throws(IdentityError) {
        guard let anew = try reseal(sealed, ProviderGrants.context(link, of: account)) else { continue }
        copy.links[index].sealedGrant = anew
      } catch {
        // An unreadable token cannot be revoked any more. It must not stop the rewrap of the other secrets.
        copy.links[index].sealedGrant = nil
      }
      hasChanged = true
    }
    return hasChanged ? copy : nil
  }

  private func reseal(_ sealed: [UInt8], _ context: String) throws(IdentityError) -> [UInt8]? {
    do {
      return try box.reseal(Data(sealed), context: context).map(Array.init)
    } catch {
      throw .unavailable(
        .configurationUnreadable,
        cause: "\(context) opens neither under the master key nor under the one before")
    }
  }

  /// Makes one write. Decides again after a conflict.
  ///
  /// - Returns: false if there was nothing to write.
  private func changing(_ decide: () async throws -> StoreWrite?) async throws(IdentityError) -> Bool {
    var attempts = Self.maximumAttempts
    while true {
      attempts -= 1
      do {
        guard let write = try await decide() else { return false }
        try await store.apply([write])
        return true
      } catch let error as StoreError {
        if case .conflict = error, attempts > 0 { continue }
        throw IdentityError(error)
      } catch let error as IdentityError {
        throw error
      } catch {
        throw .unavailable(.internalError, cause: "\(error)")
      }
    }
  }

  private func reading<Value>(_ body: () async throws(StoreError) -> Value) async throws(IdentityError)
    -> Value
  {
    do { return try await body() } catch { throw IdentityError(error) }
  }
}
