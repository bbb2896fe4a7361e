import Identity

/// The variables that tell a command about its server. The official SDKs read them.
struct CommandEnvironment {
  /// The variables in the order in which the Admin SDKs read them.
  static let projectVariables = ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"]

  var project: ProjectID
  var host: LoopbackHost
  var port: Int

  var variables: [String: String] {
    var variables = ["FIREBASE_AUTH_EMULATOR_HOST": "\(host.inAuthority):\(port)"]
    for name in Self.projectVariables { variables[name] = project.rawValue }
    return variables
  }
}
