import Identity
import IdentityWire

/// The official service's message for a user of an upload who is not stored. The other users are stored.
struct UploadFailure: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// Permissions for values that the official service refuses.
struct UploadRules: Sendable {
  /// Seals a TOTP secret for its enrolment and account. Nil refuses such factors.
  var sealing: (@Sendable (_ secret: [UInt8], _ enrollmentID: String, AccountID) throws -> [UInt8])?
  /// Whether to accept passkeys without a key.
  var takesMadeUpPasskeys = false
  /// Whether users without a verified address may have second factors. Their address may have changed since
  /// the enrolment.
  var takesFactorsWithoutAddress = false
}

extension UploadedUser {
  /// Creates the account that would be stored, without its password.
  func account(
    in scope: Scope, now: Instant, random: any RandomSource, rules: UploadRules = UploadRules()
  ) throws(UploadFailure) -> Account {
    guard let localId, !localId.isEmpty else { throw UploadFailure("localId is missing") }
    guard let id = AccountID(rawValue: localId) else { throw UploadFailure("localId is invalid") }
    if let tenantId, !tenantId.isEmpty, !tenantId.hasSameBytes(as: scope.tenant?.rawValue ?? "") {
      throw UploadFailure("Tenant id in userInfo does not match the tenant id in request.")
    }
    var account = Account(id: id, scope: scope, createdAt: now)
    if let createdAt { account.createdAt = Instant(milliseconds: createdAt.value) }
    account.lastLoginAt = lastLoginAt.map { Instant(milliseconds: $0.value) }
    guard Instant.ofAccounts.contains(account.createdAt),
      account.lastLoginAt.map(Instant.ofAccounts.contains) != false
    else { throw UploadFailure("createdAt or lastLoginAt is invalid") }
    account.displayName = displayName.flatMap { $0.isEmpty ? nil : $0 }
    account.photoURL = photoUrl.flatMap { $0.isEmpty ? nil : $0 }
    do throws(IdentityError) {
      try IdentityService.checkProfile(displayName: displayName, photoURL: photoUrl)
    } catch {
      throw UploadFailure(error.message)
    }
    account.customAttributes = try claims()
    account.links = try links()
    if let phoneNumber, !phoneNumber.isEmpty {
      guard let number = try? IdentityService.phoneNumber(phoneNumber) else {
        throw UploadFailure("phone number format is invalid")
      }
      account.phoneNumber = number
    }
    if let email, !email.isEmpty {
      guard let address = EmailAddress(email) else { throw UploadFailure("email is invalid") }
      account.email = address
    }
    account.emailVerified = emailVerified ?? false
    account.disabled = disabled ?? false
    account.factors = try factors(of: account, now: now, random: random, rules)
    account.passkeys = try passkeys(of: account, now: now, rules)
    return account
  }

  private func claims() throws(UploadFailure) -> String? {
    guard let customAttributes, !customAttributes.isEmpty else { return nil }
    do throws(IdentityError) {
      try CustomClaims.check(customAttributes)
    } catch {
      switch error.refusal {
      case .claimsTooLarge: throw UploadFailure("Custom claims provided are too large.")
      case .forbiddenClaim: throw UploadFailure("Custom claims provided include a reserved claim.")
      default: throw UploadFailure("Invalid custom claims provided.")
      }
    }
    return customAttributes
  }

  private func passkeys(
    of account: Account, now: Instant, _ rules: UploadRules
  ) throws(UploadFailure) -> [Passkey] {
    guard (passkeyInfo?.count ?? 0) <= PasskeySettings.limits.upperBound else {
      throw UploadFailure("Too many passkeys.")
    }
    var passkeys: [Passkey] = []
    for info in passkeyInfo ?? [] {
      guard let passkey = Passkey(info, of: account, takesMadeUp: rules.takesMadeUpPasskeys, now: now) else {
        throw UploadFailure("passkeyInfo is invalid")
      }
      guard !passkeys.contains(where: { $0.id == passkey.id }) else {
        throw UploadFailure("passkeyInfo has a passkey twice")
      }
      passkeys.append(passkey)
    }
    return passkeys
  }

  private func links() throws(UploadFailure) -> [ProviderLink] {
    var links: [ProviderLink] = []
    for given in providerUserInfo ?? [] {
      let link: ProviderLink
      do {
        link = try ProviderLink(given)
      } catch {
        switch error {
        case .notFederated: continue
        case .missingProviderID, .missingRawID:
          throw UploadFailure("federatedId or (providerId & rawId) is required")
        case .tooLarge: throw UploadFailure("providerUserInfo is too large")
        }
      }
      guard !links.contains(where: { $0.providerID == link.providerID }) else {
        throw UploadFailure("providerId \(link.providerID.prefix(utf8Bytes: 64)) is given more than once")
      }
      guard links.count < Account.maximumLinks else { throw UploadFailure("providerUserInfo is too large") }
      links.append(link)
    }
    return links
  }

  private func factors(
    of account: Account, now: Instant, random: any RandomSource, _ rules: UploadRules
  ) throws(UploadFailure) -> [EnrolledFactor] {
    guard let mfaInfo, !mfaInfo.isEmpty else { return [] }
    if !rules.takesFactorsWithoutAddress {
      guard account.email != nil else {
        throw UploadFailure("Second factor account requires email to be presented.")
      }
      guard account.emailVerified else {
        throw UploadFailure("Second factor account requires email to be verified.")
      }
    }
    guard mfaInfo.count <= EnrolledFactor.maximumCount else {
      throw UploadFailure("Too many second factors.")
    }
    let given = mfaInfo.compactMap(\.mfaEnrollmentId).filter { !$0.isEmpty }
    guard Set(given).count == given.count else { throw UploadFailure("Enrollment id already exists.") }
    var factors: [EnrolledFactor] = []
    for info in mfaInfo {
      let id = info.mfaEnrollmentId.flatMap { $0.isEmpty ? nil : $0 } ?? random.alphanumeric(28)
      guard id.utf8.count <= EnrolledFactor.maximumIDLength,
        (info.displayName?.utf8.count ?? 0) <= IdentityService.maximumDisplayNameLength
      else { throw UploadFailure("mfaInfo is too large") }
      var enrolledAt = now
      if let text = info.enrolledAt, !text.isEmpty {
        guard let moment = Instant(iso8601: text) else { throw UploadFailure("enrolledAt is invalid") }
        enrolledAt = moment
      }
      let kind = try info.kind(id, account.id, rules)
      guard !factors.contains(where: { $0.kind == kind }) else {
        throw UploadFailure("Phone number is already enrolled.")
      }
      factors.append(
        EnrolledFactor(enrollmentID: id, kind: kind, displayName: info.displayName, enrolledAt: enrolledAt))
    }
    return factors
  }
}

extension UploadedUser.Factor {
  /// The length of a TOTP secret in bytes.
  private static let secretLengths = 10...128

  fileprivate func kind(_ id: String, _ account: AccountID, _ rules: UploadRules) throws(UploadFailure)
    -> EnrolledFactor.Kind
  {
    if let text = phoneInfo, !text.isEmpty {
      guard let number = try? IdentityService.phoneNumber(text) else {
        throw UploadFailure("Phone number format is invalid")
      }
      return .phone(number: number)
    }
    guard let sealing = rules.sealing, let text = emulatorTotpSecret, !text.isEmpty else {
      throw UploadFailure("Second factor not supported.")
    }
    guard let secret = Base32.decode(text), Self.secretLengths.contains(secret.count) else {
      throw UploadFailure("The secret of the authenticator app is not base32 of 10 to 128 bytes.")
    }
    guard let sealed = try? sealing(secret, id, account) else {
      throw UploadFailure("The secret of the authenticator app could not be sealed.")
    }
    return .totp(sealedSecret: sealed)
  }
}
