import type { TakenNet } from '../../../model/home/dhcp/revision.ts'
import { uplinkLink } from '../../../model/internet/links/interface.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { parseSubnet } from '../../../values/subnet.ts'

/** The networks that the uplinks are in now, by lease or by the owner's word. */
export function uplinkNets({ interfaces, uplinkLeases }: Pick<Facts, 'interfaces' | 'uplinkLeases'>): TakenNet[] {
  return [...interfaces.values()].flatMap((config) => {
    if (config.Type !== 'Uplink') return []
    const first = config.DisableDHCP ? config.IP : uplinkLeases.get(uplinkLink(config))?.address
    return [first ?? '', ...(config.AdditionalIPs ?? []).map(({ IP }) => IP)].flatMap((address) => {
      const net = parseSubnet(address)
      return net ? [{ by: phrase('internet.networkOfUplink', config.Name), net }] : []
    })
  })
}
