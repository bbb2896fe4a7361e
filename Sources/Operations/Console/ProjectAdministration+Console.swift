import Identity
import IdentityWire

extension ProjectAdministration {
  /// Creates the console's own project. Users sign in with a password and a TOTP code only, for a working day
  /// at most.
  ///
  /// - Returns: the project, also if another process created it meanwhile.
  func createConsoleProject() async throws(IdentityError) -> Project {
    var project = try new(.console, apiKeys: [])
    project.displayName = "Latchkey"
    project.allowsTenants = false
    var signIn = SignInSettings.production
    signIn.anonymousEnabled = false
    signIn.usersMaySignUp = false
    signIn.usersMayDelete = false
    signIn.multiFactor.state = .mandatory
    signIn.multiFactor.totp = .init()
    signIn.multiFactor.totp?.adjacentIntervals = 1
    signIn.passwordPolicy.isEnforced = true
    signIn.passwordPolicy.minimumLength = ConsoleAdministrators.minimumPasswordLength
    project.signIn = signIn
    project.sessions.idleLifetime = 30 * 60
    project.sessions.absoluteLifetime = 12 * 3_600
    do {
      try await projects.insertConsole(project)
    } catch {
      guard error.refusal == .duplicateProjectID, let known = try await projects.consoleProject() else {
        throw error
      }
      return known
    }
    return project
  }
}
