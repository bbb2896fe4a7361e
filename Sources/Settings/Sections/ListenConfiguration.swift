/// The server's addresses, and its limits on connections and requests.
public struct ListenConfiguration: Sendable {
  public struct TLS: Sendable, Equatable {
    public enum Version: String, Sendable, CaseIterable { case v1_2 = "1.2", v1_3 = "1.3" }

    /// A PEM file with the server's certificate, followed by the intermediate certificates.
    public var certificateFile: String
    /// A PEM file with the private key.
    public var keyFile: String
    public var minimumVersion: Version
    /// The interval at which the files are checked for a new certificate.
    public var reloadInterval: Duration

    public init(
      certificateFile: String, keyFile: String, minimumVersion: Version = .v1_2,
      reloadInterval: Duration = .seconds(10)
    ) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.minimumVersion = minimumVersion
      self.reloadInterval = reloadInterval
    }
  }

  public struct Limits: Sendable {
    /// The maximum size of a request's line and headers together, in bytes.
    public var headerBytes: Int
    public var headerCount: Int
    /// The maximum size of a request's body in bytes. Most operations have a lower limit.
    public var bodyBytes: Int
    /// The maximum number of concurrent connections.
    public var connections: Int
    /// The maximum number of concurrent connections from one address, except trusted proxies.
    public var connectionsPerAddress: Int

    public init(
      headerBytes: Int = 32_768, headerCount: Int = 100, bodyBytes: Int = 32 << 20, connections: Int = 4_096,
      connectionsPerAddress: Int = 256
    ) {
      self.headerBytes = headerBytes
      self.headerCount = headerCount
      self.bodyBytes = bodyBytes
      self.connections = connections
      self.connectionsPerAddress = connectionsPerAddress
    }
  }

  public struct Timeouts: Sendable {
    /// The maximum time from the connection, or from the first byte of a request, to the end of the headers. It also
    /// limits the TLS handshake.
    public var header: Duration
    /// The maximum time from the headers to the end of the body.
    public var body: Duration
    /// The maximum time between two requests on a connection.
    public var idle: Duration
    /// The maximum time in which the client must read an answer.
    public var write: Duration
    /// The time from the stop signal until the server accepts no new connections. During this time, `/readyz` answers
    /// that the server is not ready.
    public var drain: Duration
    /// The maximum time after `drain` for running requests to finish.
    public var shutdown: Duration

    public init(
      header: Duration = .seconds(10), body: Duration = .seconds(30), idle: Duration = .seconds(75),
      write: Duration = .seconds(30), drain: Duration = .seconds(2), shutdown: Duration = .seconds(20)
    ) {
      self.header = header
      self.body = body
      self.idle = idle
      self.write = write
      self.drain = drain
      self.shutdown = shutdown
    }
  }

  public var address: String
  public var port: Int
  /// The TLS settings; nil behind a proxy that does TLS.
  public var tls: TLS?
  /// True to offer HTTP/2. Clients choose it by ALPN, so it needs TLS.
  public var http2: Bool
  /// The seconds for which browsers use only https (RFC 6797); 0 omits the header.
  public var strictTransportSecurity: Int
  public var limits: Limits
  public var timeouts: Timeouts

  public init(
    address: String, port: Int, tls: TLS? = nil, http2: Bool = true, strictTransportSecurity: Int = 0,
    limits: Limits = Limits(), timeouts: Timeouts = Timeouts()
  ) {
    self.address = address
    self.port = port
    self.tls = tls
    self.http2 = http2
    self.strictTransportSecurity = strictTransportSecurity
    self.limits = limits
    self.timeouts = timeouts
  }
}

enum ListenSettings {
  static let address = Setting(
    "listen.address", .text("an IP address"), default: "127.0.0.1",
    "The address to listen on. 0.0.0.0 and :: mean all addresses of the machine.")
  static let port = Setting("listen.port", .integer(1...65_535), default: "8080", "The port to listen on.")
  static let http2 = Setting(
    "listen.http2", .flag, default: "true", "Whether the server offers HTTP/2. HTTP/2 needs TLS.")
  static let hsts = Setting(
    "listen.strictTransportSecurity", .duration(0...63_072_000_000), default: "365d",
    "The time for which browsers must use only https (Strict-Transport-Security). 0 sends no such header.")
  static let certificate = Setting(
    "listen.tls.certificateFile", .file,
    "The server's certificate and its intermediate certificates, as PEM. Without a certificate, the server uses http, "
      + "for a proxy.")
  static let key = Setting("listen.tls.keyFile", .secretFile, "The certificate's private key, as PEM.")
  static let minimumVersion = Setting(
    "listen.tls.minimumVersion", .choice(ListenConfiguration.TLS.Version.allCases.map(\.rawValue)),
    default: "1.2", "The oldest version of TLS that the server accepts.")
  static let reload = Setting(
    "listen.tls.reloadInterval", .duration(1_000...86_400_000), default: "10s",
    "The interval at which the server checks the certificate's files. SIGHUP checks them at once.")
  static let headerBytes = Setting(
    "listen.limits.headerBytes", .size(4_096...1 << 20), default: "32KiB",
    "The maximum size of a request's line and headers together.")
  static let headerCount = Setting(
    "listen.limits.headerCount", .integer(10...1_000), default: "100",
    "The maximum number of headers of a request.")
  static let bodyBytes = Setting(
    "listen.limits.bodyBytes", .size(1 << 20...256 << 20), default: "32MiB",
    "The maximum size of a request's body. Most operations have a lower limit.")
  static let connections = Setting(
    "listen.limits.connections", .integer(1...1_000_000), default: "4096",
    "The maximum number of concurrent connections.")
  static let connectionsPerAddress = Setting(
    "listen.limits.connectionsPerAddress", .integer(1...1_000_000), default: "256",
    "The maximum number of concurrent connections from one IPv4 address or IPv6 /64, except trusted proxies.")
  static let header = Setting(
    "listen.timeouts.header", .duration(100...300_000), default: "10s",
    "The maximum time for a client to send its headers, and for the TLS handshake.")
  static let body = Setting(
    "listen.timeouts.body", .duration(100...3_600_000), default: "30s",
    "The maximum time for a client to send a body.")
  static let idle = Setting(
    "listen.timeouts.idle", .duration(100...3_600_000), default: "75s",
    "The maximum time between two requests on a connection.")
  static let write = Setting(
    "listen.timeouts.write", .duration(100...3_600_000), default: "30s",
    "The maximum time for a client to read an answer.")
  static let drain = Setting(
    "listen.timeouts.drain", .duration(0...300_000), default: "2s",
    "The time for which a stopping server is not ready at /readyz before it refuses new connections.")
  static let shutdown = Setting(
    "listen.timeouts.shutdown", .duration(1_000...300_000), default: "20s",
    "The maximum time for running requests to finish when the server stops.")

  static let all = [
    address, port, http2, hsts, certificate, key, minimumVersion, reload, headerBytes, headerCount, bodyBytes,
    connections, connectionsPerAddress, header, body, idle, write, drain, shutdown,
  ]

  static func read(_ reader: SettingsReader, behindProxy: Bool) -> ListenConfiguration {
    let listen = ListenConfiguration(
      address: reader.text(address) ?? "", port: reader.integer(port), tls: tls(reader),
      http2: reader.flag(http2), strictTransportSecurity: Int(reader.duration(hsts).components.seconds),
      limits: .init(
        headerBytes: reader.size(headerBytes), headerCount: reader.integer(headerCount),
        bodyBytes: reader.size(bodyBytes), connections: reader.integer(connections),
        connectionsPerAddress: reader.integer(connectionsPerAddress)),
      timeouts: .init(
        header: reader.duration(header), body: reader.duration(body), idle: reader.duration(idle),
        write: reader.duration(write), drain: reader.duration(drain), shutdown: reader.duration(shutdown)))
    guard AddressRange.canonical(listen.address) != nil, !listen.address.contains("%") else {
      reader.problem(
        address, "\"\(listen.address.prefix(60))\" is not an IP address.",
        fix: "Write an address of the machine, or 0.0.0.0 for all addresses.")
      return listen
    }
    let hasTLS = reader.isSet(certificate) || reader.isSet(key)
    if !hasTLS, reader.isSet(http2), listen.http2 {
      reader.problem(
        http2, "HTTP/2 needs TLS, and there is no certificate.",
        fix: "Set \(certificate.key) and \(key.key), or remove \(http2.key).")
    }
    if !hasTLS, !behindProxy, !isLoopback(listen.address) {
      reader.problem(
        address, "The server would use http for all clients.",
        fix:
          "Set \(certificate.key) and \(key.key), or name the TLS proxy in front of it in \(ProxySettings.trusted.key), "
          + "or listen on 127.0.0.1.")
    }
    return listen
  }

  static func isLoopback(_ address: String) -> Bool {
    address == "::1" || AddressRange("127.0.0.0/8")?.contains(address) == true
  }

  private static func tls(_ reader: SettingsReader) -> ListenConfiguration.TLS? {
    let certificateFile = reader.path(certificate)
    let keyFile = reader.path(key)
    let version = reader.choice(minimumVersion, ListenConfiguration.TLS.Version.self) ?? .v1_2
    let interval = reader.duration(reload)
    check(reader, certificate, certificateFile)
    check(reader, key, keyFile)
    if let keyFile, let reason = FileCheck.isOpenToOthers(keyFile) {
      reader.problem(key, "\(keyFile): \(reason)", fix: "Run: chmod 600 '\(keyFile)'")
    }
    switch (certificateFile, keyFile) {
    case (let certificateFile?, let keyFile?):
      return .init(
        certificateFile: certificateFile, keyFile: keyFile, minimumVersion: version, reloadInterval: interval)
    case (_?, nil):
      reader.problem(certificate, "There is a certificate without its key.", fix: "Set \(key.key), too.")
    case (nil, _?):
      reader.problem(key, "There is a key without its certificate.", fix: "Set \(certificate.key), too.")
    case (nil, nil): break
    }
    return nil
  }

  private static func check(_ reader: SettingsReader, _ setting: Setting, _ path: String?) {
    guard let path else { return }
    do {
      _ = try FileCheck.contents(of: path, maximumBytes: 1 << 20)
    } catch {
      reader.problem(
        setting, "\(path) cannot be read: \(error.reason).",
        fix: "Name a file that the server's user can read.")
    }
  }
}
