import { Invalid } from '../../../errors.ts'
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
        `both homes use the same addresses: ${formatSubnet(net)} there, ${formatSubnet(own)} here. Change the network of one ` +
          `home${free && `, for example here to ${free}`}, and exchange new texts`,
        'Text',
      )
    const other = taken.find((one) => overlap(one.net, net))
    if (other)
      throw new Invalid(
        `the network ${formatSubnet(net)} of the other home overlaps ${formatSubnet(other.net)}, ${other.by}. Change the ` +
          `network of that home${free && `, for example to ${free}`}, and paste its new text`,
        'Text',
      )
  }
}
