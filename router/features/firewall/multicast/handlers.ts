import type { multicast } from '../../../model/firewall/multicast/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Change, Facts } from '../../../store/facts.ts'

export function multicastHandlers({ facts, change }: { facts: Facts; change: Change }): Handlers<typeof multicast> {
  return {
    getMulticastSettings: () => facts.setting('multicast'),
    async updateMulticastSettings({ body }) {
      await change((draft) => draft.set('multicast', { ...draft.setting('multicast'), ...body }))
      return facts.setting('multicast')
    },
  }
}
