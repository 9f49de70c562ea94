import { Invalid } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import type { Guard } from '../confirm/confirmation.ts'
import { tinyNets } from '../dhcp/subnet.ts'
import { additionalNets } from '../links/address.ts'
import { type InterfaceConfig, uplinkLink } from '../links/interface.ts'
import { configurable } from '../links/purpose.ts'
import type { Handlers } from '../operation.ts'
import { readdress } from './address.ts'
import type { uplink } from './contract.ts'

interface Parts {
  readonly facts: Facts
  readonly guard: Guard
}

export function uplinkHandlers({ facts, guard }: Parts): Handlers<typeof uplink> {
  const refuseTaken = (after: InterfaceConfig): void => {
    for (const other of facts.interfaces.values()) {
      if (other.Name === after.Name) continue
      if (other.Name === uplinkLink(after)) throw new Invalid(`${other.Name} is a link of its own`, 'VLAN')
      if (after.IP && other.Type === 'Uplink' && hostOf(other.IP) === hostOf(after.IP))
        throw new Invalid(`${hostOf(after.IP)} is the address of the uplink ${other.Name}`, 'IP')
    }
  }
  return {
    async ip({ body, ...request }) {
      await guard({ ...request, what: `PUT /uplink/ip ${body.Name}` }, (draft) => {
        const before = configurable({ interfaces: draft.interfaces, links: facts.links }, body.Name, 'Name')
        const additional = additionalNets(facts.interfaces.values()).map(({ net }) => net)
        const after = readdress(before, body, [...tinyNets(draft.setting('subnet')), ...additional])
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
