/// The IP address of a connection's other end, as it was when the connection was accepted.
///
/// A channel forgets its address when it closes. Requests that were read before that are still answered, and what they
/// do counts for their network.
enum ConnectionPeer {
  @TaskLocal static var address: String?
}
