/// `v2/accounts/mfaRecoveryCodes:regenerate`, which is Latchkey's own.
public struct RegenerateRecoveryCodesRequest: Sendable {
  public var idToken: String?
  public var tenantId: String?
  public init() {}
}

public struct RegenerateRecoveryCodesResponse: Sendable {
  /// The new codes. They are returned only once.
  public var recoveryCodes: [String]
  public init(recoveryCodes: [String]) { self.recoveryCodes = recoveryCodes }
}

extension RegenerateRecoveryCodesRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    tenantId = try members.text("tenantId")
  }
}

extension RegenerateRecoveryCodesResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("recoveryCodes", recoveryCodes)
  }
}
