// Code for Apple's systems makes nonces with functions that Foundation exports there.
@_exported import SecureRandom
