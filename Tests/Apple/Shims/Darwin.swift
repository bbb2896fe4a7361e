import FoundationForApple

// Compiled into LatchkeyAuth: what its files take from Darwin and Linux has in other types or not at all. A
// module's own declaration hides an imported one of its name.

let SOCK_STREAM: Int32 = 1
let SHUT_WR: Int32 = 1
let SO_NOSIGPIPE: Int32 = 0x1022

@available(*, unavailable, message: "Darwin has no such flag.") let MSG_NOSIGNAL: Int32 = 0

extension stat {
  var st_mtimespec: timespec { fatalError("This is a declaration.") }
}
