import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { formatSubnet, overlap, type Subnet } from '../../../values/subnet.ts'
import type { TakenNet } from '../../home/dhcp/revision.ts'
import { freeNetwork } from '../tunnels/check.ts'

/**
 * Throws `Invalid` if a network of the other home is also one of this home (`home`), or leads elsewhere (`taken`). The message
 * names both, and a network that is free here and there.
 */
export function demandSeparate(
  theirs: readonly Subnet[],
  { home, taken }: { readonly home: readonly Subnet[]; readonly taken: readonly TakenNet[] },
): void {
  const all = [...theirs, ...home, ...taken.map(({ net }) => net)]
  const free = freeNetwork(all)
  for (const net of theirs) {
    const own = home.find((one) => overlap(one, net))
    if (own)
      throw new Invalid(
        free
          ? phrase('vpn.siteHomesOverlapFree', formatSubnet(net), formatSubnet(own), free)
          : phrase('vpn.siteHomesOverlap', formatSubnet(net), formatSubnet(own)),
        'Text',
      )
    const other = taken.find((one) => overlap(one.net, net))
    if (other)
      throw new Invalid(
        free
          ? phrase('vpn.siteNetworkTakenFree', formatSubnet(net), formatSubnet(other.net), other.by, free)
          : phrase('vpn.siteNetworkTaken', formatSubnet(net), formatSubnet(other.net), other.by),
        'Text',
      )
  }
}
