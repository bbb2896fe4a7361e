import Foundation
import Identity
import Synchronization
import WorkPool

/// Resolves a host name to the addresses to connect to.
public protocol HostResolver: Sendable {
  /// - Returns: the addresses in order of preference; empty if the name is unknown.
  func addresses(of host: String) async -> [IPAddress]
}

/// The system's resolver. The number of concurrent look-ups and their waiting time are bounded. Each project has a share
/// of the look-ups (``LookUpOwner``, ``SharedPool/hostLookUps``). While the look-ups of many projects take all places, the
/// projects take turns.
///
/// Each look-up has its own thread. Dispatch shares its threads with Swift's tasks, so look-ups that wait there would
/// stop the tasks.
///
/// A look-up keeps its place until the system answers, even if its caller has stopped waiting: the system's function
/// cannot be cancelled.
public final class SystemResolver: HostResolver {
  private let places: SharedPlaces
  private let timeoutSeconds: Int
  private let lookUp: @Sendable (String) -> [IPAddress]

  public convenience init(timeoutSeconds: Int = 5) {
    self.init(places: SharedPlaces(.hostLookUps), timeoutSeconds: timeoutSeconds, lookUp: Self.lookUp)
  }

  /// - Parameter lookUp: returns a name's addresses. It may block its thread.
  package init(
    places: SharedPlaces, timeoutSeconds: Int, lookUp: @escaping @Sendable (String) -> [IPAddress]
  ) {
    self.places = places
    self.timeoutSeconds = timeoutSeconds
    self.lookUp = lookUp
  }

  public func addresses(of host: String) async -> [IPAddress] {
    if let literal = IPAddress(host) { return [literal] }
    guard let place = await places.turn(of: LookUpOwner.current, atMost: .seconds(timeoutSeconds)) else {
      return []
    }
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      Thread.detachNewThread { [self] in
        let found = lookUp(host)
        place.leave()
        answer.give(found)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeoutSeconds)) { answer.give([]) }
    }
  }

  /// Resumes the continuation once: with the answer, or after the timeout.
  private final class Answer: Sendable {
    private let continuation: Mutex<CheckedContinuation<[IPAddress], Never>?>

    init(_ continuation: CheckedContinuation<[IPAddress], Never>) {
      self.continuation = Mutex(continuation)
    }

    func give(_ addresses: [IPAddress]) {
      let waiting = continuation.withLock { value in
        defer { value = nil }
        return value
      }
      waiting?.resume(returning: addresses)
    }
  }

  @Sendable private static func lookUp(_ host: String) -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [IPAddress] = []
    var entry = list
    while let current = entry?.pointee, found.count < 16 {
      if let address = address(of: current), !found.contains(address) { found.append(address) }
      entry = current.ai_next
    }
    return found
  }

  private static func address(of entry: addrinfo) -> IPAddress? {
    guard let socketAddress = entry.ai_addr else { return nil }
    let raw = UnsafeRawPointer(socketAddress)
    switch entry.ai_family {
    case AF_INET:
      return IPAddress(
        bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
    case AF_INET6:
      return IPAddress(
        bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
    default: return nil
    }
  }
}
