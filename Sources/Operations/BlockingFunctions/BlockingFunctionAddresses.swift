import Foundation
import IdentityProviders
import Identity
import IdentityWire

/// Which addresses a blocking function may have.
public struct BlockingFunctionAddresses: Sendable {
  private let privateHosts: PrivateHosts

  /// - Parameter privateHosts: the names of hosts, in lower case, that may be at private and loopback
  ///   addresses and need no https.
  public init(privateHosts: Set<String> = []) { self.privateHosts = PrivateHosts(privateHosts) }

  /// Whether the host is one that the operator named.
  func allowsPrivateAddresses(of uri: String) -> Bool {
    privateHosts.contain(hostOf: uri)
  }

  /// Refuses what could never be called. Where a name leads is seen when it is called, each time.
  ///
  /// - Throws: `INVALID_BLOCKING_FUNCTION`.
  func check(_ uri: String) throws(IdentityError) {
    do throws(OutgoingHTTP.Failure) {
      try privateHosts.checkCallable(uri)
    } catch {
      throw switch error {
      case .insecureURL: Self.invalid("A function has to be called over https.")
      case .addressNotAllowed: Self.invalid("The server calls no functions at private addresses.")
      default: Self.invalid("Expected an absolute URI with valid scheme and host.")
      }
    }
  }

  private static func invalid(_ why: String) -> IdentityError { .refused(.invalidBlockingFunction, why) }
}
