import type { Ip } from '../../../values/ip.ts'

/** Where a name leads, and for how long that was said to hold. No addresses: there is no such name. */
export interface Found {
  readonly ips: readonly Ip[]
  readonly ttlSeconds: number
}

/** Returns an address of a host, which may be a name or an IPv4 address. Rejects with a reason for the owner. */
export type Resolve = (host: string) => Promise<Ip>
