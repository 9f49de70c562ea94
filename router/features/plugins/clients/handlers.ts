import type { Handlers } from '../../../model/operation.ts'
import type { clients } from '../../../model/plugins/clients/contract.ts'
import type { Change, Facts } from '../../../store/facts.ts'

export function clientHandlers({ facts, change }: { facts: Facts; change: Change }): Handlers<typeof clients> {
  return {
    flags: () => facts.setting('featureFlags'),
    setFlags: ({ body }) => change((draft) => draft.set('featureFlags', body)),
    themes: () => facts.setting('themes'),
    async setThemes({ body }) {
      await change((draft) => draft.set('themes', body))
      return facts.setting('themes')
    },
  }
}
