import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// Stops a listener.
struct Listening: Sendable {
  let handle: any NSObjectProtocol & Sendable
}

/// The C code that listens. Its context must be usable on any thread.
private struct Hearer: @unchecked Sendable {
  let change: latchkey_change
  let context: UnsafeMutableRawPointer?

  func hear(_ user: User?) {
    let handle = user.map { lastingHandle($0) }
    withExtendedLifetime(handle) { change(context, handle?.borrowed) }
  }
}

@_cdecl("latchkey_auth_add_listener")
public func authAddListener(
  _ auth: OpaquePointer?, _ interest: latchkey_interest, _ change: latchkey_change?,
  _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard let auth = content(auth, Auth.self), let change else { return nil }
  let hearer = Hearer(change: change, context: context)
  let listener = auth.listen(toTokens: interest == LATCHKEY_INTEREST_TOKEN, on: Callbacks.queue) {
    hearer.hear($0)
  }
  return handle(Listening(handle: listener))
}

@_cdecl("latchkey_auth_remove_listener")
public func authRemoveListener(_ auth: OpaquePointer?, _ listener: OpaquePointer?) {
  guard let listening = content(listener, Listening.self) else { return }
  content(auth, Auth.self)?.removeStateDidChangeListener(listening.handle)
}
