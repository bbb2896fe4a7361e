import Identity

/// The changes of one transaction to one account.
struct AuditTouch {
  let id: AccountID
  let scope: Scope
  var isNew = false
  var isDeleted = false
  var isSignIn = false
  /// The facts of the session that begins.
  var signIn: SignInFacts?
  private var changes: Set<Account.Part> = []
  private var isDisabled = false
  private var addedProviders: [String] = []
  private var removedProviders: [String] = []
  private var addedFactors: [String] = []
  private var removedFactors: [String] = []
  private var replacedFactors: [String] = []
  private var addedPasskeys: [String] = []
  private var removedPasskeys: [String] = []

  init(id: AccountID, scope: Scope) {
    self.id = id
    self.scope = scope
  }

  mutating func compare(_ account: Account, _ before: Account?) {
    guard let before else { return }
    changes.formUnion(account.changes(from: before))
    isDisabled = account.disabled
    compareFactors(account.factors, before.factors)
    addedProviders = account.links.map(\.providerID).filter { id in before.link(id) == nil }
    removedProviders = before.links.map(\.providerID).filter { id in account.link(id) == nil }
    let (passkeys, known) = (account.passkeys.map(\.id), before.passkeys.map(\.id))
    addedPasskeys = passkeys.filter { !known.contains($0) }.map(\.rawValue)
    removedPasskeys = known.filter { !passkeys.contains($0) }.map(\.rawValue)
  }

  private mutating func compareFactors(_ now: [EnrolledFactor], _ before: [EnrolledFactor]) {
    let (new, old) = (now.map(\.enrollmentID), before.map(\.enrollmentID))
    addedFactors = new.filter { !old.contains($0) }
    removedFactors = old.filter { !new.contains($0) }
    let proofs = Set(before.map(\.proof))
    replacedFactors = now.filter { old.contains($0.enrollmentID) && !proofs.contains($0.proof) }
      .map(\.enrollmentID)
  }

  /// The name of the event; nil if there is nothing to record.
  ///
  /// - Parameters:
  ///   - operation: the requested operation.
  ///   - isAuthenticated: whether a user was signed in before.
  func action(for operation: AuditAction?, isAuthenticated: Bool) -> AuditAction? {
    if isDeleted { return .deletion }
    if isNew { return signIn == nil ? .accountCreation : .signUp }
    let begins = signIn != nil || isSignIn
    switch operation {
    case .signIn where !isAuthenticated && begins: return .signIn
    case .signIn, .signUp:
      let added: Set<Account.Part> = [.email, .password, .phoneNumber, .providers]
      if !changes.isDisjoint(with: added) { return .link }
    case .passwordReset where changes.contains(.password): return .passwordReset
    case .emailVerification where changes.contains(.emailVerified): return .emailVerification
    case .passkeyEnrolment where !addedPasskeys.isEmpty: return .passkeyEnrolment
    case .disowning: return .disowning
    default: break
    }
    if let specific { return specific }
    guard changes.isEmpty else { return .update }
    guard begins else { return nil }
    // A presented credential makes the event a sign-in, even if a user was signed in before.
    return isAuthenticated && operation != .signIn ? .continuation : .signIn
  }

  private var specific: AuditAction? {
    if changes.contains(.disabled) { return isDisabled ? .disabling : .enabling }
    if changes.contains(.factors), let factorChange { return factorChange }
    if changes.contains(.recoveryCodes) { return .recoveryCodeChange }
    if changes.contains(.password) { return .passwordChange }
    if changes.contains(.email) { return .emailChange }
    if changes.contains(.providers) { return addedProviders.isEmpty ? .unlink : .link }
    if changes.contains(.passkeys) { return addedPasskeys.isEmpty ? .passkeyRemoval : .passkeyEnrolment }
    if changes.contains(.phoneNumber) { return .phoneNumberChange }
    if changes.contains(.emailVerified) { return .emailVerification }
    if changes.contains(.customClaims) { return .claimsChange }
    if changes.contains(.sessions) { return .revocation }
    return nil
  }

  /// Nil if only the order of the factors changed.
  private var factorChange: AuditAction? {
    switch (addedFactors.isEmpty, removedFactors.isEmpty, replacedFactors.isEmpty) {
    case (true, true, true): nil
    case (false, true, true): .factorEnrolment
    case (true, false, true): .factorWithdrawal
    default: .factorReplacement
    }
  }

  var details: [String: String] {
    var details: [String: String] = [:]
    if let signIn {
      details["provider"] = signIn.provider
      details["secondFactor"] = signIn.secondFactor?.kind
    }
    let changed = Account.Part.allCases.filter(changes.contains).map(\.rawValue)
    if !changed.isEmpty { details["changed"] = changed.joined(separator: ",") }
    let providers = addedProviders.map { "+\($0)" } + removedProviders.map { "-\($0)" }
    if !providers.isEmpty { details["providers"] = providers.joined(separator: " ") }
    let passkeys = addedPasskeys.map { "+\($0)" } + removedPasskeys.map { "-\($0)" }
    if !passkeys.isEmpty { details["passkeys"] = passkeys.joined(separator: " ") }
    let factors =
      addedFactors.map { "+\($0)" } + removedFactors.map { "-\($0)" } + replacedFactors.map { "~\($0)" }
    if !factors.isEmpty { details["factors"] = factors.joined(separator: " ") }
    return details
  }
}

/// The changes of one transaction to accounts, in the order of the writes.
struct AuditTouches {
  private struct Key: Hashable {
    var id: AccountID
    var scope: Scope
  }

  private(set) var all: [AuditTouch] = []
  private var positions: [Key: Int] = [:]

  mutating func touch(_ id: AccountID, _ scope: Scope, _ change: (inout AuditTouch) -> Void) {
    let key = Key(id: id, scope: scope)
    let position = positions[key] ?? all.count
    if position == all.count {
      all.append(AuditTouch(id: id, scope: scope))
      positions[key] = position
    }
    change(&all[position])
  }
}
