import { Invalid } from '../../errors.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { tinyNets } from '../dhcp/subnet.ts'
import type { Handlers } from '../operation.ts'
import { readdress } from './address.ts'
import type { uplink } from './contract.ts'

interface Parts {
  readonly facts: Facts
  readonly change: Change
}

export function uplinkHandlers({ facts, change }: Parts): Handlers<typeof uplink> {
  return {
    async ip({ body }) {
      await change((draft) => {
        const before = draft.interfaces.get(body.Name)
        if (!before && !facts.links.has(body.Name)) throw new Invalid(`there is no link ${body.Name}`, 'Name')
        const after = readdress(before, body, tinyNets(draft.setting('subnet')))
        draft.interfaces.put(body.Name, after)
        // What the provider leased has no say any more.
        if (after.DisableDHCP || !after.Enabled) draft.uplinkLeases.remove(body.Name)
      })
    },
  }
}
