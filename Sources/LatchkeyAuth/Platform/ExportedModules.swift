// Code for Apple's systems makes nonces with functions that Foundation exports on those systems.
@_exported import SecureRandom
