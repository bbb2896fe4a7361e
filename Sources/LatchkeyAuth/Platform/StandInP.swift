import Foundation
import Synchronization
public struct URLSessionTransport: AuthTransport {
  public init() {}
  public func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse { throw AuthError(.networkError) }
}
public final class MemoryStorage: AuthStorage {
  private let values = Mutex<[String: Data]>([:])
  public init() {}
  public func load(_ key: String) throws -> Data? { values.withLock { $0[key] } }
  public func save(_ data: Data, for key: String) throws { values.withLock { $0[key] = data } }
  public func remove(_ key: String) throws { values.withLock { $0[key] = nil } }
  public func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result { try body() }
}
enum SystemBrowser { static func open(_ url: URL) {} }
struct NoPresenter: WebPresenter {
  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL { throw AuthError(.webInternalError) }
}
extension AuthCore {
  static func defaultStorage(_ name: String) -> any AuthStorage { MemoryStorage() }
  static var defaultPresenter: any WebPresenter { NoPresenter() }
}
