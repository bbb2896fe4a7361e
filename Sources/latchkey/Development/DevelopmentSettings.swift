import Foundation
import Identity

/// The settings of a development server. They come from the command line, or else from the files of the
/// Firebase project in the current directory.
struct DevelopmentSettings: Sendable {
  /// The command that starts the server.
  enum Purpose: Sendable { case development, command }

  /// The source of the port.
  enum PortSource: Sendable, Equatable {
    case option
    case file(FirebaseFile.Place)
    /// The default port.
    case usual
    /// A port that was free a moment ago.
    case free
  }

  /// The reason why ID tokens are signed or unsigned.
  enum IDTokenReason: Sendable, Equatable {
    case option, usual
    case firebaseFile(String)
    case command
  }

  static let defaultProjectID = "latchkey-dev"
  /// The official tools' name for a project if none is named.
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
  /// Notes for the user about the files' values: which values were used, and which were ignored.
  var fileNotes: [String] = []

  /// - Parameter environment: variables that may name the command's project.
  /// - Throws: the mistake on the command line or in a file.
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
          "its host \(PlainText.line(found.prefix(60))) is ignored: this server is for this machine only"
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

  /// Further addresses to listen on, unless one address was chosen: for some programs `localhost` means IPv4, for
  /// others IPv6.
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
    // An alias in the project's file takes precedence over an id, as in the official tools.
    if let found = options.project.map({ firebase.projects[$0] }) ?? firebase.defaultProject {
      guard let id = ProjectID(rawValue: found.value), id != .console else {
        throw CommandFailure(
          .configuration,
          "\(found.place.text): \(PlainText.line(found.value.prefix(80))) is not a project id. "
            + "\(DevelopmentOptions.projectRule) Correct it, or name another project with --project.")
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
    let usual = firebase.configuration == nil ? defaultProjectID : unnamedProject
    guard let id = fromEnvironment ?? ProjectID(rawValue: usual) else { throw unfit }
    return (id, nil)
  }
}
