import type { Core } from '../../../core.ts'
import { multicast } from '../../../model/firewall/multicast/contract.ts'
import { type Handlers, serve } from '../../../model/operation.ts'

export function multicastHandlers({ facts, change }: Pick<Core, 'facts' | 'change'>): Handlers<typeof multicast> {
  return {
    getMulticastSettings: () => facts.setting('multicast'),
    async updateMulticastSettings({ body }) {
      await change((draft) => draft.set('multicast', { ...draft.setting('multicast'), ...body }))
      return facts.setting('multicast')
    },
  }
}

/** Which multicast services devices find. */
export const multicastPart = (core: Core) => ({ operations: serve(multicast, multicastHandlers(core)) })
