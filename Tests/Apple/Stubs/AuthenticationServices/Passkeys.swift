import FoundationForApple

// Passkeys, which watchOS has no requests for.

#if !os(watchOS)
  public protocol ASPublicKeyCredential: ASAuthorizationCredential {
    var rawClientDataJSON: Data { get }
    var credentialID: Data { get }
  }

  public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
    var rawAttestationObject: Data? { get }
  }

  public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
    var rawAuthenticatorData: Data { get }
    var userID: Data { get }
    var signature: Data { get }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    open var relyingPartyIdentifier: String { fatalError("This is a declaration.") }
    open var challenge = Data()
    open var userID = Data()
    open var name = ""
  }

  open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    open var relyingPartyIdentifier: String { fatalError("This is a declaration.") }
    open var challenge = Data()
  }

  open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider {
    public init(relyingPartyIdentifier: String) {}

    open func createCredentialRegistrationRequest(challenge: Data, name: String, userID: Data)
      -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
    { fatalError("This is a declaration.") }
    open func createCredentialAssertionRequest(challenge: Data)
      -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
    { fatalError("This is a declaration.") }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
    ASAuthorizationPublicKeyCredentialRegistration
  {
    open var rawClientDataJSON: Data { fatalError("This is a declaration.") }
    open var credentialID: Data { fatalError("This is a declaration.") }
    open var rawAttestationObject: Data? { fatalError("This is a declaration.") }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
    ASAuthorizationPublicKeyCredentialAssertion
  {
    open var rawClientDataJSON: Data { fatalError("This is a declaration.") }
    open var credentialID: Data { fatalError("This is a declaration.") }
    open var rawAuthenticatorData: Data { fatalError("This is a declaration.") }
    open var userID: Data { fatalError("This is a declaration.") }
    open var signature: Data { fatalError("This is a declaration.") }
  }
#endif
