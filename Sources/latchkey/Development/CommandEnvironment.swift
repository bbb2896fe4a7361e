import Identity

/// What a command is told of the server beside it, by the variables that the official SDKs read.
struct CommandEnvironment {
  /// In the order in which the Admin SDKs look at them.
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
