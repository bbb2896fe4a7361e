/// Tests with a server also have the tools that need none.
@_exported import TestTools
