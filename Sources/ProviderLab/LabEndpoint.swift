/// An endpoint of a provider. Faults and searches of recorded requests refer to it.
enum LabEndpoint: String, Sendable, CaseIterable {
  case authorize
  case token
  case requestToken = "request_token"
  case jwks
  case discovery
  case metadata
  case userinfo
  case graph
  case debugToken = "debug_token"
  case tokeninfo
  case checkToken = "check_token"
  case emails
  case revoke

  /// True if servers call the endpoint; false if browsers visit the endpoint.
  var isBackChannel: Bool { self != .authorize }
}
