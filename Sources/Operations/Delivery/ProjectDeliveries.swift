import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Secrets
import WorkPool

/// Reads the settings of projects' own mail servers and SMS gateways. Refuses private addresses, because projects
/// choose the addresses, and only the operator may allow a private host.
public struct ProjectDeliveries: ProjectReceivers {
  /// The largest part of a gateway's answer that is read, in bytes.
  private static let maximumAnswer = 65_536

  private let projects: ProjectDirectory
  private let http: OutgoingHTTP
  private let resolver: any HostResolver
  private let privateHosts: PrivateHosts
  private let clock: any WallClock
  private let log: Logger
  let senderDomains: SenderDomainChecks
  let trials = SharedPlaces(.testMessages)

  /// - Parameters:
  ///   - http: limits the time for a gateway's answer.
  ///   - privateHosts: hosts that may have private addresses, any port, and no encryption.
  ///   - log: receives details about addresses for the operator. Administrators must not see them.
  public init(
    projects: ProjectDirectory, http: OutgoingHTTP, privateHosts: PrivateHosts,
    resolver: any HostResolver = SystemResolver(), senderDomains: SenderDomainChecks = SenderDomainChecks(),
    clock: any WallClock, log: Logger
  ) {
    self.projects = projects
    self.http = http
    self.privateHosts = privateHosts
    self.resolver = resolver
    self.senderDomains = senderDomains
    self.clock = clock
    self.log = log
  }

  // MARK: Settings

  public func mailServer(of project: String) async throws(DeliveryFailure) -> MessageDelivery.Mail? {
    guard let project = try await self.project(project), let server = project.mailServer else { return nil }
    let password: Secret?
    do throws(IdentityError) {
      password = try projects.mailPassword(of: project)
    } catch {
      throw DeliveryFailure(reason: "the mail server's password cannot be opened under the master key")
    }
    guard let mail = server.delivery(password: password) else {
      throw DeliveryFailure(reason: "the settings of the project's mail server are not usable")
    }
    return mail
  }

  public func smsGateway(of project: String) async throws(DeliveryFailure) -> SMSGatewaySettings? {
    guard let project = try await self.project(project), let gateway = project.smsGateway else { return nil }
    do throws(IdentityError) {
      return gateway.settings(secret: try projects.smsSecret(of: project) ?? Secret(""))
    } catch {
      throw DeliveryFailure(reason: "the SMS gateway's secret cannot be opened under the master key")
    }
  }

  private func project(_ id: String) async throws(DeliveryFailure) -> Project? {
    guard let id = ProjectID(rawValue: id) else { return nil }
    do throws(IdentityError) {
      return try await projects.project(id)
    } catch {
      throw DeliveryFailure(reason: "the project's settings cannot be read")
    }
  }

  // MARK: Addresses

  /// Refuses a mail server that can never be reached. Its name is resolved and checked at each mail.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func check(_ server: ProjectMailServer) throws(IdentityError) {
    do throws(DeliveryFailure) {
      try check(host: server.host, port: server.port, isEncrypted: server.security != .none)
    } catch {
      throw .refused(.invalidConfig, "The mail server cannot be used: \(error.reason).")
    }
  }

  /// Refuses a gateway's address that can never be reached.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func check(gatewayAt url: String) throws(IdentityError) {
    do throws(OutgoingHTTP.Failure) {
      try privateHosts.checkCallable(url)
    } catch {
      throw .refused(.invalidConfig, "The gateway cannot be used: \(Self.words(for: error)).")
    }
  }

  private func check(host: String, port: Int, isEncrypted: Bool) throws(DeliveryFailure) {
    let isAllowed = privateHosts.contain(host: host)
    guard isEncrypted || isAllowed else {
      throw DeliveryFailure(
        reason:
          "without TLS, passwords and links could be read on the way, and functions.privateHosts does not "
          + "name the host")
    }
    guard isAllowed || ProjectMailServer.usualPorts.contains(port) else {
      let ports = ProjectMailServer.usualPorts.sorted().map(String.init).joined(separator: ", ")
      throw DeliveryFailure(
        reason: "its port is none of \(ports), and functions.privateHosts does not name the host")
    }
    do throws(OutgoingHTTP.Failure) {
      try OutgoingHTTP.check(
        "https://\(host.contains(":") ? "[\(host)]" : host)/", allowPrivateAddresses: isAllowed)
    } catch {
      throw DeliveryFailure(reason: Self.words(for: error))
    }
  }

  public func addresses(of mailServer: SMTPSettings) async throws(DeliveryFailure) -> [String] {
    try check(
      host: mailServer.host, port: mailServer.port, isEncrypted: mailServer.security != .none)
    let known = await resolver.addresses(of: mailServer.host)
    let isAllowed = privateHosts.contain(host: mailServer.host)
    let allowed = isAllowed ? known : known.filter(\.isPublic)
    guard !allowed.isEmpty else {
      let failure = known.isEmpty ? OutgoingHTTP.Failure.unknownHost : .addressNotAllowed
      throw DeliveryFailure(reason: words(for: failure, at: mailServer.host, isAllowed: isAllowed))
    }
    return allowed.prefix(3).map(\.description)
  }

  public func post(_ request: GatewayRequest) async throws(DeliveryFailure) -> GatewayAnswer {
    let isAllowed = privateHosts.contain(hostOf: request.url)
    var outgoing = OutgoingHTTP.Request(.post, request.url, allowPrivateAddresses: isAllowed)
    outgoing.headers = request.headers
    outgoing.body = request.body
    outgoing.readsBody = request.readsAnswer
    outgoing.maximumBodyBytes = Self.maximumAnswer
    do throws(OutgoingHTTP.Failure) {
      let response = try await http.send(outgoing)
      return GatewayAnswer(
        status: response.status,
        retryAfter: response.header("Retry-After").flatMap { RetryAfter.seconds($0, now: clock.now()) },
        body: response.body)
    } catch {
      let host = ReturnPolicy.webURL(request.url)?.host(percentEncoded: false) ?? ""
      let words = words(for: error, at: host, isAllowed: isAllowed)
      throw DeliveryFailure(reason: "the SMS gateway cannot be used: \(words)")
    }
  }

  /// Returns the text that reports a failure to reach a host. An unknown host gets the same text as a host in a private
  /// network, unless the operator allows the host. Otherwise every administrator of a project could find out the host
  /// names of the operator's network.
  private func words(for failure: OutgoingHTTP.Failure, at host: String, isAllowed: Bool) -> String {
    guard !isAllowed, failure == .unknownHost || failure == .addressNotAllowed else {
      return Self.words(for: failure)
    }
    log.notice(
      "a project's mail server or SMS gateway has no address that may be used",
      metadata: ["host": "\(host)", "cause": "\(failure.plainWords)"])
    return "the host has no public address, and functions.privateHosts does not name it"
  }

  private static func words(for failure: OutgoingHTTP.Failure) -> String {
    failure == .addressNotAllowed
      ? failure.plainWords + ", which functions.privateHosts does not allow" : failure.plainWords
  }
}
