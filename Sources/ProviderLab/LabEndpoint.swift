/// One of the addresses of a provider, so that a fault or a search of the recorded requests can name it.
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

  /// True for what a server calls by itself; false for what a browser visits.
  var isBackChannel: Bool { self != .authorize }
}
