import ArgumentParser
import Identity

/// The options with a provider's addresses.
struct ProviderEndpointOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The issuer of an OpenID Connect provider. Discovery finds its other addresses. A new issuer clears addresses "
        + "that were set for the old one, and --allow-private-addresses.",
      valueName: "url"))
  var issuer: String?

  @Option(help: ArgumentHelp("Where people sign in.", valueName: "url"))
  var authorizationEndpoint: String?

  @Option(help: ArgumentHelp("X: where a sign-in begins.", valueName: "url"))
  var requestTokenEndpoint: String?

  @Option(help: ArgumentHelp("Where codes are exchanged.", valueName: "url"))
  var tokenEndpoint: String?

  @Option(help: ArgumentHelp("The provider's public keys.", valueName: "url"))
  var jwksEndpoint: String?

  @Option(help: ArgumentHelp("The address of the profile of an access token's user.", valueName: "url"))
  var userInfoEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "GitHub, OAuth 2.0: the address of the user's mail addresses, if the profile does not contain them.",
      valueName: "url"))
  var userEmailsEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "Facebook, GitHub, Google: the address that tells the app of an access token. {client_id} stands for the client id.",
      valueName: "url"))
  var tokenCheckEndpoint: String?

  @Option(help: ArgumentHelp("Where tokens are revoked. \"\" forgets the address.", valueName: "url"))
  var revocationEndpoint: String?

  @Option(help: ArgumentHelp("Facebook: the public keys of Limited Login.", valueName: "url"))
  var limitedLoginJwksEndpoint: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the addresses may be on this machine or in a private network.")
  var allowPrivateAddresses: Bool?

  @Flag(help: "Delete all addresses that were set before, and use the provider's own again.")
  var defaultEndpoints = false

  /// True if one of the options was given.
  var isGiven: Bool {
    let addresses = [
      issuer, authorizationEndpoint, requestTokenEndpoint, tokenEndpoint, jwksEndpoint, userInfoEndpoint,
      userEmailsEndpoint,
      tokenCheckEndpoint, revocationEndpoint, limitedLoginJwksEndpoint,
    ]
    return addresses.contains { $0 != nil } || allowPrivateAddresses != nil || defaultEndpoints
  }

  func apply(to endpoints: inout ProviderEndpoints) {
    let isOtherIssuer = issuer != nil && endpoints.issuer != nil && issuer != endpoints.issuer
    if defaultEndpoints || isOtherIssuer { endpoints = ProviderEndpoints() }
    endpoints.issuer = issuer ?? endpoints.issuer
    endpoints.authorization = authorizationEndpoint ?? endpoints.authorization
    endpoints.temporaryCredentials = requestTokenEndpoint ?? endpoints.temporaryCredentials
    endpoints.token = tokenEndpoint ?? endpoints.token
    endpoints.jwks = jwksEndpoint ?? endpoints.jwks
    endpoints.userInfo = userInfoEndpoint ?? endpoints.userInfo
    endpoints.userEmails = userEmailsEndpoint ?? endpoints.userEmails
    endpoints.tokenCheck = tokenCheckEndpoint ?? endpoints.tokenCheck
    if let revocationEndpoint { endpoints.revocation = revocationEndpoint.isEmpty ? nil : revocationEndpoint }
    endpoints.limitedLoginJWKS = limitedLoginJwksEndpoint ?? endpoints.limitedLoginJWKS
    endpoints.allowPrivateAddresses = allowPrivateAddresses ?? endpoints.allowPrivateAddresses
  }
}
