import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func multiFactor(_ api: inout PublicAPI) {
    api.member("MultiFactor.enrolledFactors") { (it: MultiFactor) async throws in
      let _: [MultiFactorInfo] = it.enrolledFactors
    }
    api.member("MultiFactor.getSessionWithCompletion(_:)") { (it: MultiFactor) async throws in
      it.getSessionWithCompletion({ (_: MultiFactorSession?, _: (any Error)?) in })
    }
    api.member("MultiFactor.session() async") { (it: MultiFactor) async throws in
      let _: MultiFactorSession = try await it.session()
    }
    api.member("MultiFactor.enroll(with:displayName:completion:)") {
      (it: MultiFactor, assertion: MultiFactorAssertion, displayName: String?) async throws in
      it.enroll(with: assertion, displayName: displayName, completion: { (_: (any Error)?) in })
    }
    api.member("MultiFactor.enroll(with:displayName:) async") {
      (it: MultiFactor, assertion: MultiFactorAssertion, displayName: String?) async throws in
      try await it.enroll(with: assertion, displayName: displayName)
    }
    api.member("MultiFactor.unenroll(with:completion:)") {
      (it: MultiFactor, factorInfo: MultiFactorInfo) async throws in
      it.unenroll(with: factorInfo, completion: { (_: (any Error)?) in })
    }
    api.member("MultiFactor.unenroll(with:) async") {
      (it: MultiFactor, factorInfo: MultiFactorInfo) async throws in
      try await it.unenroll(with: factorInfo)
    }
    api.member("MultiFactor.unenroll(withFactorUID:completion:)") {
      (it: MultiFactor, factorUID: String) async throws in
      it.unenroll(withFactorUID: factorUID, completion: { (_: (any Error)?) in })
    }
    api.member("MultiFactor.unenroll(withFactorUID:) async") {
      (it: MultiFactor, factorUID: String) async throws in
      try await it.unenroll(withFactorUID: factorUID)
    }
  }

  static func multiFactorAssertion(_ api: inout PublicAPI) {
    api.member("MultiFactorAssertion.factorID") { (it: MultiFactorAssertion) async throws in
      let _: String = it.factorID
    }
  }

  static func multiFactorInfo(_ api: inout PublicAPI) {
    api.member("MultiFactorInfo.uid") { (it: MultiFactorInfo) async throws in let _: String = it.uid }
    api.member("MultiFactorInfo.displayName") { (it: MultiFactorInfo) async throws in
      let _: String? = it.displayName
    }
    api.member("MultiFactorInfo.enrollmentDate") { (it: MultiFactorInfo) async throws in
      let _: Date = it.enrollmentDate
    }
    api.member("MultiFactorInfo.factorID") { (it: MultiFactorInfo) async throws in
      let _: String = it.factorID
    }
  }

  static func multiFactorResolver(_ api: inout PublicAPI) {
    api.member("MultiFactorResolver.session") { (it: MultiFactorResolver) async throws in
      let _: MultiFactorSession = it.session
    }
    api.member("MultiFactorResolver.hints") { (it: MultiFactorResolver) async throws in
      let _: [MultiFactorInfo] = it.hints
    }
    api.member("MultiFactorResolver.auth") { (it: MultiFactorResolver) async throws in
      let _: Auth = it.auth
    }
    api.member("MultiFactorResolver.resolveSignIn(with:completion:)") {
      (it: MultiFactorResolver, assertion: MultiFactorAssertion) async throws in
      it.resolveSignIn(with: assertion, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("MultiFactorResolver.resolveSignIn(with:) async") {
      (it: MultiFactorResolver, assertion: MultiFactorAssertion) async throws in
      let _: AuthDataResult = try await it.resolveSignIn(with: assertion)
    }
  }

  static func phoneMultiFactorGenerator(_ api: inout PublicAPI) {
    api.member("PhoneMultiFactorGenerator.assertion(with:)") {
      (phoneAuthCredential: PhoneAuthCredential) async throws in
      let _: PhoneMultiFactorAssertion = PhoneMultiFactorGenerator.assertion(with: phoneAuthCredential)
    }
  }

  static func phoneMultiFactorInfo(_ api: inout PublicAPI) {
    api.member("PhoneMultiFactorInfo.PhoneMultiFactorID") {
      let _: String = PhoneMultiFactorInfo.PhoneMultiFactorID
    }
    api.member("PhoneMultiFactorInfo.TOTPMultiFactorID") {
      let _: String = PhoneMultiFactorInfo.TOTPMultiFactorID
    }
    api.member("PhoneMultiFactorInfo.phoneNumber") { (it: PhoneMultiFactorInfo) async throws in
      let _: String = it.phoneNumber
    }
  }

  static func totpMultiFactorGenerator(_ api: inout PublicAPI) {
    api.member("TOTPMultiFactorGenerator.generateSecret(with:completion:)") {
      (session: MultiFactorSession) async throws in
      TOTPMultiFactorGenerator.generateSecret(
        with: session, completion: { (_: TOTPSecret?, _: (any Error)?) in })
    }
    api.member("TOTPMultiFactorGenerator.generateSecret(with:) async") {
      (session: MultiFactorSession) async throws in
      let _: TOTPSecret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    }
    api.member("TOTPMultiFactorGenerator.assertionForEnrollment(with:oneTimePassword:)") {
      (secret: TOTPSecret, oneTimePassword: String) async throws in
      let _: TOTPMultiFactorAssertion = TOTPMultiFactorGenerator.assertionForEnrollment(
        with: secret, oneTimePassword: oneTimePassword)
    }
    api.member("TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID:oneTimePassword:)") {
      (enrollmentID: String, oneTimePassword: String) async throws in
      let _: TOTPMultiFactorAssertion = TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: enrollmentID, oneTimePassword: oneTimePassword)
    }
  }

  static func totpSecret(_ api: inout PublicAPI) {
    api.member("TOTPSecret.sharedSecretKey()") { (it: TOTPSecret) async throws in
      let _: String = it.sharedSecretKey()
    }
    api.member("TOTPSecret.generateQRCodeURL(withAccountName:issuer:)") {
      (it: TOTPSecret, accountName: String, issuer: String) async throws in
      let _: String = it.generateQRCodeURL(withAccountName: accountName, issuer: issuer)
    }
    api.member("TOTPSecret.openInOTPApp(withQRCodeURL:)") {
      (it: TOTPSecret, qrCodeURL: String) async throws in
      it.openInOTPApp(withQRCodeURL: qrCodeURL)
    }
  }
}
