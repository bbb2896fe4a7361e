import ArgumentParser
import Identity

/// The options with a provider's addresses.
struct ProviderEndpointOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The issuer of an OpenID Connect provider. The server discovers the provider's other addresses. A new issuer "
        + "resets the addresses of the old issuer, and --allow-private-addresses.",
      valueName: "url"))
  var issuer: String?

  @Option(help: ArgumentHelp("The authorization endpoint, where users sign in.", valueName: "url"))
  var authorizationEndpoint: String?

  @Option(help: ArgumentHelp("X: the request token endpoint, where a sign-in begins.", valueName: "url"))
  var requestTokenEndpoint: String?

  @Option(help: ArgumentHelp("The token endpoint, which exchanges codes for tokens.", valueName: "url"))
  var tokenEndpoint: String?

  @Option(help: ArgumentHelp("The address of the provider's public keys.", valueName: "url"))
  var jwksEndpoint: String?

  @Option(
    help: ArgumentHelp("The address that returns the profile of an access token's user.", valueName: "url"))
  var userInfoEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "GitHub, OAuth 2.0: the address that returns the user's mail addresses, if the profile does not contain them.",
      valueName: "url"))
  var userEmailsEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "Facebook, GitHub, Google: the address that returns an access token's app. {client_id} stands for the client id.",
      valueName: "url"))
  var tokenCheckEndpoint: String?

  @Option(help: ArgumentHelp("The address that revokes tokens. \"\" removes it.", valueName: "url"))
  var revocationEndpoint: String?

  @Option(help: ArgumentHelp("Facebook: the address of Limited Login's public keys.", valueName: "url"))
  var limitedLoginJwksEndpoint: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the addresses may be on this machine or in a private network.")
  var allowPrivateAddresses: Bool?

  @Flag(help: "Remove all addresses that were set, and use the provider's own addresses again.")
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
