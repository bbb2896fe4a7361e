import Composition
import Logging
import Operations
import ServiceLifecycle

/// Runs ``SAMLMetadataRefresh`` while the server does.
struct SAMLMetadataRefresher: Service {
  static let interval = Duration.seconds(3_600)

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        await refresh()
      }
    }
  }

  private func refresh() async {
    do {
      let count = try await SAMLMetadataRefresh(service: backend.service).run()
      if count > 0 { log.info("SAML providers changed with their metadata", metadata: ["count": "\(count)"]) }
    } catch {
      log.warning("metadata of SAML providers could not be looked after", metadata: ["cause": "\(error)"])
    }
  }
}
