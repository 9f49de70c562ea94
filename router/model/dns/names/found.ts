import type { Ip } from '../../../values/ip.ts'

/** Where a name leads, and for how long that was said to hold. No addresses: there is no such name. */
export interface Found {
  readonly ips: readonly Ip[]
  readonly ttlSeconds: number
}
