// Code for Apple's systems makes its nonces of names that Foundation brings there.
@_exported import SecureRandom
