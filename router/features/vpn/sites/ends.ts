import { createHash } from 'node:crypto'
import { numberToIp } from '../../../values/ip.ts'
import { parseSubnet, sizeOf } from '../../../values/subnet.ts'

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** 96 bits of the hash of a public key, for comparison by telephone: `3f9a-…`. */
export const fingerprintOf = (publicKey: string): string =>
  sha256(Buffer.from(publicKey, 'base64')).toString('hex').slice(0, 24).match(/.{4}/g)!.join('-')

/** Networks between test devices (RFC 2544), which no home and no provider uses. */
const TUNNEL_NET = parseSubnet('198.18.0.0/15')!

/** The address of a router inside the tunnel, which follows from its key: neither home has to choose. */
export const tunnelAddressOf = (publicKey: string): string =>
  numberToIp(TUNNEL_NET.base + (sha256(Buffer.from(publicKey, 'base64')).readUInt32BE() % sizeOf(TUNNEL_NET)))

/** One end of a site: its public key, and its half of the preshared key, in base64. */
export interface SiteEnd {
  readonly publicKey: string
  readonly secret: string
}

/** The preshared key of two homes, in base64: the same on both. Neither half is enough to compute it. */
export function presharedKeyOf(a: SiteEnd, b: SiteEnd): string {
  const ends = [a, b].sort((one, other) => (one.publicKey < other.publicKey ? -1 : 1))
  const bytes = ends.flatMap(({ publicKey, secret }) => [
    Buffer.from(publicKey, 'base64'),
    Buffer.from(secret, 'base64'),
  ])
  return sha256('sallyport site 1', ...bytes).toString('base64')
}
