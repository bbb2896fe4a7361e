import Foundation
import Synchronization

/// Resolves a host name to the addresses to connect to.
public protocol HostResolver: Sendable {
  /// - Returns: the addresses in order of preference; empty if the name is unknown.
  func addresses(of host: String) async -> [IPAddress]
}

/// The system's resolver, run outside the event loops. The number of waiting queries and their waiting time
/// are bounded.
public final class SystemResolver: HostResolver {
  private let queue = DispatchQueue(label: "latchkey.resolver", attributes: .concurrent)
  private let pending = Mutex(0)
  private let maximumPending: Int
  private let timeout: DispatchTimeInterval

  public init(maximumPending: Int = 16, timeoutSeconds: Int = 5) {
    self.maximumPending = maximumPending
    timeout = .seconds(timeoutSeconds)
  }

  public func addresses(of host: String) async -> [IPAddress] {
    if let literal = IPAddress(host) { return [literal] }
    let admitted = pending.withLock { count in
      guard count < maximumPending else { return false }
      count += 1
      return true
    }
    guard admitted else { return [] }
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      queue.async {
        let found = Self.lookUp(host)
        self.pending.withLock { $0 -= 1 }
        answer.give(found)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { answer.give([]) }
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

  private static func lookUp(_ host: String) -> [IPAddress] {
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
