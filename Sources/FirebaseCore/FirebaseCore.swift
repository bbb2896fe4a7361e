/// The name under which apps know the SDK.
@_exported import LatchkeyAuth
