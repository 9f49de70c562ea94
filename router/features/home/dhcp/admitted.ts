import type { Network } from '../../../compiler/network.ts'
import type { Drift } from '../../../events/catalogue.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'

/** The state of the kernel that a device needs before it may use its address. */
const ADMITTING = new Set(['nft', 'links'])

/** True if the Network contains a device at an address on a link, and the drivers have applied it. */
export function isAdmitted(network: Network, drift: readonly Drift[], mac: Mac, link: string, ip: Ip): boolean {
  const place = network.members.get(mac)?.place
  if (place?.ip !== ip || place.link !== link) return false
  return !drift.some(({ driver, what }) => {
    const words = what.split(' ')
    return ADMITTING.has(driver) && (what === 'all' || words.includes(link) || words.includes(ip))
  })
}
