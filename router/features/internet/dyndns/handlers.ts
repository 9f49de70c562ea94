import type { Core } from '../../../core.ts'
import type { dyndns } from '../../../model/internet/dyndns/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { revisedDynDns, shownDynDns } from './revision.ts'
import type { DynDns } from './updates.ts'

export const dyndnsHandlers = (
  { facts, change, vault }: Pick<Core, 'facts' | 'change' | 'vault'>,
  updates: DynDns,
): Handlers<typeof dyndns> => ({
  config: () => shownDynDns(facts.setting('dyndns')),
  async configure({ body }) {
    await change((draft) => draft.set('dyndns', revisedDynDns(draft.setting('dyndns'), body, vault)))
  },
  refresh: () => updates.refresh(),
  status: () => updates.status(),
})
