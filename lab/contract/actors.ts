import { macOf } from '../guests/device.ts'

/** Who signs in, in the rows and the stories of the contract. */
export const PASSWORD = 'a long enough password'
export const LOGIN = `admin:${PASSWORD}`

// MAC addresses as the reference writes them.
export const TV = '12:22:33:44:55:61'
export const BROADCAST = 'ff:ff:ff:ff:ff:ff'
export const CAMERA = '12:22:33:44:55:62'
export const UNKNOWN = '12:22:33:44:55:99'
export const PHONE = macOf('phone')

/** A device that is known by its WireGuard key alone. */
export const KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='

/** The path at which one device is read and changed. */
export const deviceAt = (identity: string): string => `/device?identity=${encodeURIComponent(identity)}`
export const PENDING = deviceAt('pending')
