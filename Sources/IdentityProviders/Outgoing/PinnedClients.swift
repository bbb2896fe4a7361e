import AsyncHTTPClient
import Foundation
import Identity
import OutgoingTLS
import Synchronization

/// HTTP clients, each of which connects to one address of one host. async-http-client can pin an address
/// only for a whole client. A client keeps the host's name for `Host`, SNI and the certificate, and reuses
/// connections.
final class PinnedClients: Sendable {
  private struct Key: Hashable {
    var host: String
    var address: IPAddress
    var isSecure: Bool
    /// The project that sends the requests; nil for the operator. Projects share no connections: slow answers to one
    /// project would take the connections of others to the same host.
    var owner = LookUpOwner.current
  }

  private struct Entry {
    var client: HTTPClient
    var inUse: Int
    var lastUsed: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses: UInt64 = 0
    var isShutDown = false
  }

  private let state = Mutex(State())
  private let limits: OutgoingHTTP.Limits
  private let authorities: CertificateAuthorities?

  init(_ limits: OutgoingHTTP.Limits, authorities: CertificateAuthorities? = nil) {
    self.limits = limits
    self.authorities = authorities
  }

  deinit {
    for entry in state.withLock({ $0.entries.values.map(\.client) }) { Self.close(entry) }
  }

  /// Runs `body` with the client for a URL's host at an address. Throws `CancellationError` after ``shutDown()``.
  func with<Result: Sendable>(
    _ url: OutgoingURL, at address: IPAddress, _ body: (HTTPClient) async throws -> Result
  ) async throws -> Result {
    let key = Key(host: url.host, address: address, isSecure: url.isSecure)
    let client = try take(key)
    defer { giveBack(key) }
    return try await body(client)
  }

  func shutDown() async {
    let clients = state.withLock { state in
      state.isShutDown = true
      defer { state.entries = [:] }
      return state.entries.values.map(\.client)
    }
    for client in clients { try? await client.shutdown() }
  }

  private func take(_ key: Key) throws -> HTTPClient {
    try state.withLock { state in
      guard !state.isShutDown else { throw CancellationError() }
      state.uses += 1
      let client = state.entries[key]?.client ?? makeClient(key)
      state.entries[key, default: Entry(client: client, inUse: 0, lastUsed: 0)].inUse += 1
      state.entries[key]?.lastUsed = state.uses
      return client
    }
  }

  private func giveBack(_ key: Key) {
    let surplus: [HTTPClient] = state.withLock { state in
      state.entries[key]?.inUse -= 1
      var closed: [HTTPClient] = []
      while state.entries.count > limits.maximumIdleHosts,
        let oldest = state.entries.filter({ $0.value.inUse == 0 }).min(by: {
          $0.value.lastUsed < $1.value.lastUsed
        })
      {
        closed.append(oldest.value.client)
        state.entries[oldest.key] = nil
      }
      return closed
    }
    surplus.forEach(Self.close)
  }

  private func makeClient(_ key: Key) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.tlsConfiguration = authorities?.tls
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = .seconds(limits.connectTimeoutSeconds)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.connectionsPerHost
    configuration.connectionPool.idleTimeout = .seconds(30)
    configuration.decompression = .disabled
    configuration.dnsOverride = [key.host: key.address.description]
    if key.isSecure { configuration.requireCertificate(for: key.host) }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  private static func close(_ client: HTTPClient) {
    client.shutdown(queue: .global()) { _ in }
  }
}
