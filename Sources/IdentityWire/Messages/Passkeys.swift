/// `v2/accounts/passkeyEnrollment:start`. No public Discovery document contains the four passkey methods. Their
/// messages follow the unreleased code of the official clients.
public struct StartPasskeyEnrollmentRequest: Sendable {
  public var idToken: String?
  public var tenantId: String?
  public init() {}
}

public struct StartPasskeyEnrollmentResponse: Sendable {
  public var credentialCreationOptions: PublicKeyCredentialCreationOptions
  public init(credentialCreationOptions: PublicKeyCredentialCreationOptions) {
    self.credentialCreationOptions = credentialCreationOptions
  }
}

/// WebAuthn Level 3 section 5.4. Bytes are base64 in the standard alphabet with padding, because Apple's clients accept
/// only this form.
public struct PublicKeyCredentialCreationOptions: Sendable {
  public struct Entity: Sendable {
    public var id: String
    public var name: String?
    public var displayName: String?
    public init(id: String, name: String?, displayName: String? = nil) {
      self.id = id
      self.name = name
      self.displayName = displayName
    }
  }

  public struct Parameter: Sendable {
    /// A COSE algorithm number.
    public var alg: Int64
    public init(alg: Int64) { self.alg = alg }
  }

  public struct Descriptor: Sendable {
    public var id: String
    public var transports: [String]
    public init(id: String, transports: [String]) {
      self.id = id
      self.transports = transports
    }
  }

  public struct AuthenticatorSelection: Sendable {
    public init() {}
  }

  public var rp: Entity
  public var user: Entity
  public var challenge: String
  public var pubKeyCredParams: [Parameter]
  /// In milliseconds.
  public var timeout: Int
  public var excludeCredentials: [Descriptor]
  public var attestation: String

  public init(
    rp: Entity, user: Entity, challenge: String, pubKeyCredParams: [Parameter], timeout: Int,
    excludeCredentials: [Descriptor], attestation: String
  ) {
    self.rp = rp
    self.user = user
    self.challenge = challenge
    self.pubKeyCredParams = pubKeyCredParams
    self.timeout = timeout
    self.excludeCredentials = excludeCredentials
    self.attestation = attestation
  }
}

/// `v2/accounts/passkeyEnrollment:finalize`.
public struct FinalizePasskeyEnrollmentRequest: Sendable {
  public var idToken: String?
  public var name: String?
  public var displayName: String?
  public var authenticatorRegistrationResponse: AuthenticatorResponse?
  public var tenantId: String?
  public init() {}
}

/// An authenticator's response for an enrolment or a sign-in. Bytes are base64 in either alphabet, with or without
/// padding.
public struct AuthenticatorResponse: Sendable {
  public struct Parts: Sendable {
    public var clientDataJSON: String?
    public var attestationObject: String?
    public var authenticatorData: String?
    public var signature: String?
    public var userHandle: String?
    /// The result of `getTransports()`.
    public var transports: [String]?
    public init() {}
  }

  public var id: String?
  public var rawId: String?
  public var response: Parts?
  public init() {}
}

public struct FinalizePasskeyEnrollmentResponse: Sendable {
  public var localId: String
  public var idToken: String
  public var refreshToken: String
  public var expiresIn: String
  public init(localId: String, idToken: String, refreshToken: String, expiresIn: String) {
    self.localId = localId
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}

/// `v2/accounts/passkeySignIn:start`.
public struct StartPasskeySignInRequest: Sendable {
  public var tenantId: String?
  public init() {}
}

public struct StartPasskeySignInResponse: Sendable {
  public var credentialRequestOptions: PublicKeyCredentialRequestOptions
  public init(credentialRequestOptions: PublicKeyCredentialRequestOptions) {
    self.credentialRequestOptions = credentialRequestOptions
  }
}

/// WebAuthn Level 3 section 5.5. If the list of credentials is empty, the passkey itself identifies the user.
public struct PublicKeyCredentialRequestOptions: Sendable {
  public var rpId: String
  public var challenge: String
  /// In milliseconds.
  public var timeout: Int
  /// The user's own passkeys, if a second factor is requested.
  public var allowCredentials: [PublicKeyCredentialCreationOptions.Descriptor]?
  public var userVerification = "required"
  public init(rpId: String, challenge: String, timeout: Int) {
    self.rpId = rpId
    self.challenge = challenge
    self.timeout = timeout
  }
}

/// `v2/accounts/passkeySignIn:finalize`.
public struct FinalizePasskeySignInRequest: Sendable {
  public var authenticatorAuthenticationResponse: AuthenticatorResponse?
  public var tenantId: String?
  public init() {}
}

public struct FinalizePasskeySignInResponse: Sendable {
  public var localId: String
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  /// Present if the user must still prove a second factor, as in other sign-ins.
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public init(localId: String) { self.localId = localId }
}

/// A passkey in the lists of `accounts:lookup`. Official clients read ``credentialId`` and ``name``.
/// ``publicKey`` and the following members are only for administrators' exports and imports.
public struct PasskeyMessage: Codable, Sendable {
  /// Base64url without padding.
  public var credentialId: String?
  public var name: String?
  /// The domain of the passkey.
  public var rpId: String?
  /// Milliseconds since 1970.
  public var createdAt: Int64Text?
  public var lastUsedAt: Int64Text?
  /// The COSE key in base64url.
  public var publicKey: String?
  public var signCount: Int64?
  public var backupEligible: Bool?
  public var backedUp: Bool?
  public var transports: [String]?
  /// Base64url. ``userHandle`` is in base64url, too.
  public var aaguid: String?
  public var userHandle: String?
  public init() {}
}

extension StartPasskeyEnrollmentRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    idToken = try members.token("idToken")
    tenantId = try members.text("tenantId")
  }
}

extension FinalizePasskeyEnrollmentRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    idToken = try members.token("idToken")
    name = try members.text("name")
    displayName = try members.text("displayName")
    authenticatorRegistrationResponse = try members.message("authenticatorRegistrationResponse")
    tenantId = try members.text("tenantId")
  }
}

extension StartPasskeySignInRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    tenantId = try members.text("tenantId")
  }
}

extension FinalizePasskeySignInRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    authenticatorAuthenticationResponse = try members.message("authenticatorAuthenticationResponse")
    tenantId = try members.text("tenantId")
  }
}

extension AuthenticatorResponse: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    id = try members.text("id")
    rawId = try members.token("rawId")
    response = try members.message("response")
  }
}

extension AuthenticatorResponse.Parts: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    clientDataJSON = try members.text("clientDataJSON")
    attestationObject = try members.text("attestationObject")
    authenticatorData = try members.text("authenticatorData")
    signature = try members.text("signature")
    userHandle = try members.token("userHandle")
    transports = try members.texts("transports")
  }
}

extension PasskeyMessage: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    credentialId = try members.text("credentialId")
    name = try members.text("name")
    rpId = try members.text("rpId")
    publicKey = try members.text("publicKey")
    signCount = try members.integer("signCount", Int64.self)
    backupEligible = try members.flag("backupEligible")
    backedUp = try members.flag("backedUp")
    transports = try members.texts("transports")
    aaguid = try members.text("aaguid")
    userHandle = try members.text("userHandle")
    createdAt = try members.int64Text("createdAt")
    lastUsedAt = try members.int64Text("lastUsedAt")
  }
}

extension StartPasskeyEnrollmentResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("credentialCreationOptions", credentialCreationOptions)
  }
}

extension PublicKeyCredentialCreationOptions: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("rp", rp)
    answer.member("user", user)
    answer.member("challenge", challenge)
    answer.member("pubKeyCredParams", pubKeyCredParams)
    answer.member("timeout", timeout)
    answer.member("excludeCredentials", excludeCredentials)
    answer.member("authenticatorSelection", AuthenticatorSelection())
    answer.member("attestation", attestation)
  }
}

extension PublicKeyCredentialCreationOptions.Entity: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("id", id)
    answer.member("name", name)
    answer.member("displayName", displayName)
  }
}

extension PublicKeyCredentialCreationOptions.Parameter: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("type", "public-key")
    answer.member("alg", alg)
  }
}

extension PublicKeyCredentialCreationOptions.Descriptor: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("type", "public-key")
    answer.member("id", id)
    answer.member("transports", transports.isEmpty ? nil : transports)
  }
}

extension PublicKeyCredentialCreationOptions.AuthenticatorSelection: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("residentKey", "required")
    answer.member("requireResidentKey", true)
    answer.member("userVerification", "required")
  }
}

extension FinalizePasskeyEnrollmentResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("localId", localId)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}

extension StartPasskeySignInResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("credentialRequestOptions", credentialRequestOptions)
  }
}

extension PublicKeyCredentialRequestOptions: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("rpId", rpId)
    answer.member("challenge", challenge)
    answer.member("timeout", timeout)
    answer.member("allowCredentials", allowCredentials)
    answer.member("userVerification", userVerification)
  }
}

extension FinalizePasskeySignInResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("localId", localId)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
    answer.member("mfaPendingCredential", mfaPendingCredential)
    answer.member("mfaInfo", mfaInfo)
  }
}

extension PasskeyMessage: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("credentialId", credentialId)
    answer.member("name", name)
    answer.member("rpId", rpId)
    answer.member("createdAt", createdAt)
    answer.member("lastUsedAt", lastUsedAt)
    answer.member("publicKey", publicKey)
    answer.member("signCount", signCount)
    answer.member("backupEligible", backupEligible)
    answer.member("backedUp", backedUp)
    answer.member("transports", transports)
    answer.member("aaguid", aaguid)
    answer.member("userHandle", userHandle)
  }
}
