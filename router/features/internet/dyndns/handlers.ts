import type { dyndns } from '../../../model/internet/dyndns/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import { revisedDynDns, shownDynDns } from './revision.ts'
import type { DynDns } from './updates.ts'

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly vault: Vault
  readonly updates: DynDns
}

export const dyndnsHandlers = ({ facts, change, vault, updates }: Deps): Handlers<typeof dyndns> => ({
  config: () => shownDynDns(facts.setting('dyndns')),
  async configure({ body }) {
    await change((draft) => draft.set('dyndns', revisedDynDns(draft.setting('dyndns'), body, vault)))
  },
  refresh: () => updates.refresh(),
  status: () => updates.status(),
})
