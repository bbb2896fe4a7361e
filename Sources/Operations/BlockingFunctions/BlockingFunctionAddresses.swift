import Foundation
import IdentityProviders
import Identity
import IdentityWire

/// Decides which addresses a blocking function may have.
public struct BlockingFunctionAddresses: Sendable {
  private let privateHosts: PrivateHosts

  /// - Parameter privateHosts: names of hosts, in lower case, that may have private and loopback addresses
  ///   and do not need https.
  public init(privateHosts: Set<String> = []) { self.privateHosts = PrivateHosts(privateHosts) }

  /// True if the operator named the host.
  func allowsPrivateAddresses(of uri: String) -> Bool {
    privateHosts.contain(hostOf: uri)
  }

  /// Refuses addresses that can never be called. The name is resolved and checked at each call.
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
