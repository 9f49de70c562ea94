import { Invalid } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import type { Ip } from '../../values/ip.ts'
import type { Guard } from '../confirm/confirmation.ts'
import { tinyNets } from '../dhcp/subnet.ts'
import { customNets } from '../firewall/rule.ts'
import { additionalNets, withAddresses } from '../links/address.ts'
import { demandUnchangedLink } from '../links/entry.ts'
import { type InterfaceConfig, uplinkLink, withoutEmpty } from '../links/interface.ts'
import { configurable } from '../links/purpose.ts'
import type { Handlers } from '../operation.ts'
import { readdress } from './address.ts'
import type { uplink } from './contract.ts'

interface Deps {
  readonly facts: Facts
  readonly guard: Guard
}

export function uplinkHandlers({ facts, guard }: Deps): Handlers<typeof uplink> {
  const gatewayOf = (link: InterfaceConfig): Ip | undefined =>
    link.DisableDHCP ? link.Router : facts.uplinkLeases.get(uplinkLink(link))?.router
  const leasedOf = (link: InterfaceConfig): string | undefined =>
    link.DisableDHCP ? undefined : facts.uplinkLeases.get(uplinkLink(link))?.address
  const addressesOf = (link: InterfaceConfig): (string | undefined)[] =>
    [link.IP, leasedOf(link), ...(link.AdditionalIPs ?? []).map(({ IP }) => IP)].map(hostOf)
  const refuseTaken = (after: InterfaceConfig): void => {
    const more = (after.AdditionalIPs ?? []).map(({ IP }) => hostOf(IP))
    const first = [after.IP, leasedOf(after)].map(hostOf).find((ip) => ip !== undefined && more.includes(ip))
    if (first) throw new Invalid(`${first} is the uplink’s first address`, 'AdditionalIPs')
    for (const other of facts.interfaces.values()) {
      if (other.Name === after.Name) continue
      if (other.Name === uplinkLink(after)) throw new Invalid(`${other.Name} is a link of its own`, 'VLAN')
      if (other.Type !== 'Uplink') continue
      const taken = addressesOf(other)
      if (after.IP && taken.includes(hostOf(after.IP)))
        throw new Invalid(`${hostOf(after.IP)} is the address of the uplink ${other.Name}`, 'IP')
      const twice = more.find((ip) => taken.includes(ip))
      if (twice) throw new Invalid(`${twice} is the address of the uplink ${other.Name}`, 'AdditionalIPs')
    }
  }
  return {
    async ip({ body, ...request }) {
      await guard({ ...request, what: `PUT /uplink/ip ${body.Name}` }, (draft) => {
        const before = configurable({ interfaces: draft.interfaces, links: facts.links }, body.Name, 'Name')
        const kept = before ?? { Subtype: 'ethernet' as const }
        demandUnchangedLink(kept, body, 'PUT /link/config', 'Subtype', 'MACOverride', 'MACRandomize', 'MACCloak')
        const home = [
          ...tinyNets(draft.setting('subnet')).map((net) => ({ by: 'a network of the home', net })),
          ...additionalNets(facts.interfaces.values()),
        ]
        const readdressed = readdress(
          before,
          body,
          home.map(({ net }) => net),
        )
        const taken = [...home, ...customNets(facts.customInterfaces.values())]
        const after = body.AdditionalIPs
          ? withoutEmpty(withAddresses(readdressed, body.AdditionalIPs, taken, gatewayOf(readdressed)))
          : readdressed
        refuseTaken(after)
        draft.interfaces.put(body.Name, after)
        // What the provider leased has no say any more.
        const moved = before && uplinkLink(before) !== uplinkLink(after)
        if (before && (moved || after.DisableDHCP || !after.Enabled)) draft.uplinkLeases.remove(uplinkLink(before))
      })
    },
  }
}

const hostOf = (address: string | undefined): string | undefined => address?.split('/')[0]
