import type { Network } from '../../compiler/network.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'

/** What has to be so in the kernel before a device may use its address. */
const ADMITTING = new Set(['nft', 'links'])

/** True when the Network has a device at an address on a link, and nothing about that is still to be made so. */
export function isAdmitted(network: Network, drift: readonly Drift[], mac: Mac, link: string, ip: Ip): boolean {
  const place = network.members.get(mac)?.place
  if (place?.ip !== ip || place.link !== link) return false
  return !drift.some(({ driver, what }) => {
    const words = what.split(' ')
    return ADMITTING.has(driver) && (what === 'all' || words.includes(link) || words.includes(ip))
  })
}
