/// `accounts:signInWithPhoneNumber`; v3 `verifyPhoneNumber`.
public struct SignInWithPhoneNumberRequest: Sendable {
  public enum Operation: String, WireEnum {
    case unspecified = "VERIFY_OP_UNSPECIFIED"
    case signUpOrIn = "SIGN_UP_OR_IN"
    case reauthenticate = "REAUTH"
    case update = "UPDATE"
    case link = "LINK"
  }

  public var sessionInfo: String?
  public var code: String?
  /// The number for ``temporaryProof``. Ignored if ``sessionInfo`` is given.
  public var phoneNumber: String?
  public var temporaryProof: String?
  /// The ID token of the signed-in user to link the number to.
  public var idToken: String?
  public var operation: Operation?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithPhoneNumberResponse: Sendable {
  public var phoneNumber: String
  public var localId: String?
  public var isNewUser: Bool?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  /// Returned instead of tokens if the number belongs to another user. A client can use it to sign in as that user
  /// without another code.
  public var temporaryProof: String?
  /// The lifetime in seconds.
  public var temporaryProofExpiresIn: String?
  public init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}

extension SignInWithPhoneNumberRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    sessionInfo = try members.text("sessionInfo")
    code = try members.text("code")
    phoneNumber = try members.text("phoneNumber")
    temporaryProof = try members.text("temporaryProof")
    idToken = try members.token("idToken")
    operation = try members.choice("operation")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithPhoneNumberResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("phoneNumber", phoneNumber)
    answer.member("localId", localId)
    answer.member("isNewUser", isNewUser)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
    answer.member("temporaryProof", temporaryProof)
    answer.member("temporaryProofExpiresIn", temporaryProofExpiresIn)
  }
}
