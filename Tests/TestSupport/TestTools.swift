/// Whoever tests with a server has the tools that need none, too.
@_exported import TestTools
