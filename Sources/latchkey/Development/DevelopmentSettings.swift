import Foundation
import Identity

/// What a development server is to be: from the command line, and else from the files of the Firebase project that the
/// command was started in.
struct DevelopmentSettings: Sendable {
  /// Which command starts it.
  enum Purpose: Sendable { case development, command }

  /// Where the port was named.
  enum PortSource: Sendable, Equatable {
    case option
    case file(FirebaseFile.Place)
    /// Nobody named one.
    case usual
    /// One that was free a moment ago.
    case free
  }

  /// Why ID tokens have a signature, or none.
  enum IDTokenReason: Sendable, Equatable {
    case option, usual
    case firebaseFile(String)
    case command
  }

  static let usualProject = "latchkey-dev"
  /// What the official tools call a project that nobody named.
  static let unnamedProject = "demo-no-project"

  var project: ProjectID
  var host: LoopbackHost
  private var isAddressChosen = false
  var port: Int
  var portSource: PortSource
  var origins: [String]
  var idTokens: IDTokenForm
  var idTokenReason: IDTokenReason
  var acceptsUnsignedCredentials: Bool
  /// What was taken from which file, and what was not, each as a line for a person.
  var fileNotes: [String] = []

  /// - Parameter environment: by which a command may name its project.
  /// - Throws: what is wrong with the command line or a file.
  init(
    _ options: DevelopmentOptions, for purpose: Purpose, in firebase: FirebaseProject,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandFailure) {
    let configuration = firebase.configuration
    (host, port, portSource) = (.ipv4, DevelopmentOptions.defaultPort, .usual)
    var taken: [String] = []
    if let option = options.port {
      (port, portSource) = (option, .option)
    } else if let found = firebase.port {
      (port, portSource) = (found.value, .file(found.place))
      taken.append("port \(found.value)")
    } else if purpose == .command, configuration == nil {
      (port, portSource) = (try FreePort.find(), .free)
    }
    var ignoredHost: String?
    if let option = options.host {
      (host, isAddressChosen) = (LoopbackHost(rawValue: option) ?? .ipv4, true)
    } else if let found = firebase.host?.value {
      if let known = LoopbackHost(rawValue: found) {
        (host, isAddressChosen) = (known, true)
        taken.append("host \(found)")
      } else {
        ignoredHost =
          "its host \(PlainText.line(found.prefix(60))) is not followed: this server is for this machine alone"
      }
    }
    if let configuration {
      let all = (taken.isEmpty ? [] : [taken.joined(separator: ", ")]) + [ignoredHost].compactMap(\.self)
      let notes = all.isEmpty ? ["neither port nor host"] : all
      fileNotes.append("\(configuration): \(notes.joined(separator: "; "))")
    }
    origins = options.origin
    let named = try Self.project(options, purpose, firebase, environment)
    project = named.id
    if let place = named.place { fileNotes.append("\(place.path): project \(project)") }

    let isInstead = configuration != nil || purpose == .command
    idTokens = options.idTokens ?? (isInstead ? .unsigned : .signed)
    idTokenReason =
      options.idTokens != nil
      ? .option : purpose == .command ? .command : configuration.map { .firebaseFile($0) } ?? .usual
    acceptsUnsignedCredentials = options.acceptUnsignedCredentials ?? isInstead
  }

  /// Where else it listens, if it can, unless somebody chose one address: programs disagree on what `localhost` means.
  var otherHosts: [LoopbackHost] {
    switch host {
    case .ipv4: isAddressChosen ? [] : [.ipv6]
    case .ipv6: []
    case .name: [.ipv4, .ipv6]
    }
  }

  private static func project(
    _ options: DevelopmentOptions, _ purpose: Purpose, _ firebase: FirebaseProject,
    _ environment: [String: String]
  ) throws(CommandFailure) -> (id: ProjectID, place: FirebaseFile.Place?) {
    let unfit = CommandFailure(.usage, DevelopmentOptions.projectRule)
    // An alias of the project's file counts before an id, as it does for the official tools.
    if let found = options.project.map({ firebase.projects[$0] }) ?? firebase.defaultProject {
      guard let id = ProjectID(rawValue: found.value), id != .console else {
        throw CommandFailure(
          .configuration,
          "\(found.place.text): \(PlainText.line(found.value.prefix(80))) is no project id. "
            + "\(DevelopmentOptions.projectRule) Mend it, or name another one with --project.")
      }
      return (id, found.place)
    }
    if let text = options.project {
      guard let id = ProjectID(rawValue: text) else { throw unfit }
      guard id != .console else {
        throw CommandFailure(.usage, "\(text) is the name of the console's own project.")
      }
      return (id, nil)
    }
    let fromEnvironment =
      purpose == .command
      ? CommandEnvironment.projectVariables.compactMap { environment[$0] }.compactMap(ProjectID.init).first
      : nil
    let usual = firebase.configuration == nil ? usualProject : unnamedProject
    guard let id = fromEnvironment ?? ProjectID(rawValue: usual) else { throw unfit }
    return (id, nil)
  }
}
