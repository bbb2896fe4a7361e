#if canImport(Darwin) && canImport(AuthenticationServices) && !os(watchOS)
  import AuthenticationServices
  import Foundation

  // FirebaseAuth's unreleased interface. Each method runs on the caller's actor, so that the framework's
  // objects stay on their actor, the main actor.

  extension User {
    /// Begins to add a passkey. An `ASAuthorizationController` performs the request.
    ///
    /// - Parameter name: the passkey's name in the user's list and in the system's prompt.
    public func startPasskeyEnrollment(
      withName name: String?, isolation: isolated (any Actor)? = #isolation
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      let options = try await passkeyCreationOptions()
      passkeyName.withLock { $0 = name }
      let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: options.relyingPartyID)
      return provider.createCredentialRegistrationRequest(
        challenge: options.challenge, name: name ?? options.userName ?? options.relyingPartyID,
        userID: options.userID)
    }

    /// Adds the passkey that the system created.
    @discardableResult public func finalizePasskeyEnrollment(
      withPlatformCredential credential: ASAuthorizationPlatformPublicKeyCredentialRegistration,
      isolation: isolated (any Actor)? = #isolation
    ) async throws -> AuthDataResult {
      try await finalizePasskeyEnrollment(
        with: try PasskeyRegistration(credential), name: passkeyName.withLock { $0 })
    }
  }

  extension Auth {
    /// Begins a sign-in with a passkey. An `ASAuthorizationController` performs the request, and can also offer
    /// passkeys while the user fills in a form.
    public func startPasskeySignIn(isolation: isolated (any Actor)? = #isolation) async throws
      -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
    {
      let options = try await passkeyRequestOptions()
      let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: options.relyingPartyID)
      return provider.createCredentialAssertionRequest(challenge: options.challenge)
    }

    /// Signs in with the passkey that the user chose.
    @discardableResult public func finalizePasskeySignIn(
      withPlatformCredential credential: ASAuthorizationPlatformPublicKeyCredentialAssertion,
      isolation: isolated (any Actor)? = #isolation
    ) async throws -> AuthDataResult {
      try await finalizePasskeySignIn(
        with: PasskeyAssertion(
          credentialID: credential.credentialID, clientDataJSON: credential.rawClientDataJSON,
          authenticatorData: credential.rawAuthenticatorData, signature: credential.signature,
          userHandle: credential.userID))
    }
  }

  extension PasskeyRegistration {
    fileprivate init(_ credential: ASAuthorizationPlatformPublicKeyCredentialRegistration) throws {
      guard let attestation = credential.rawAttestationObject else {
        throw AuthError(.invalidAuthenticatorResponse, "The system gave no attestation object.")
      }
      self.init(
        credentialID: credential.credentialID, clientDataJSON: credential.rawClientDataJSON,
        attestationObject: attestation)
    }
  }
#endif
