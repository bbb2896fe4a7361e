/// The faults that an authorization page offers.
extension ProviderRules {
  /// The faults that can affect the answer to a request, in the order of ``LabFault``.
  func applicableFaults(to request: ReceivedAuthorizationRequest) -> [LabFault] {
    LabFault.allCases.filter { applies($0, to: request) }
  }

  private func applies(_ fault: LabFault, to request: ReceivedAuthorizationRequest) -> Bool {
    let types = request.responseTypes
    let returnsCode = types.contains("code")
    switch fault.place {
    case .token:
      guard types.contains("id_token") || (returnsCode && issuesIDToken(for: request.scopes)) else {
        return false
      }
      // The client's secret signs LINE's ID tokens here. It is not in the key set, so these faults cannot occur.
      if profile.id == .line, [.unknownKey, .rotatedKey, .algorithmHS256].contains(fault) { return false }
      return request.nonce != nil || (fault != .wrongNonce && fault != .noNonce)
    case .samlResponse, .oauth1, .begin: return false
    case .person:
      switch fault {
      case .privateRelay: return profile.id == .apple
      case .otherUser: return returnsCode && profile.id != .apple && profile.id != .linkedIn
      default: return true
      }
    case .oauth2: return profile.id == .oauth
    case .callback:
      switch fault {
      case .wrongState: return request.state != nil
      case .reusedCode: return returnsCode
      default: return true
      }
    // If the app gets only an ID token, no server sends a request to the provider.
    case .transport: return returnsCode || types.contains("token")
    }
  }
}
