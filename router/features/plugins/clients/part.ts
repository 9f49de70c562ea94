import type { Core } from '../../../core.ts'
import { type Handlers, serve } from '../../../model/operation.ts'
import { clients } from '../../../model/plugins/clients/contract.ts'

export function clientHandlers({ facts, change }: Pick<Core, 'facts' | 'change'>): Handlers<typeof clients> {
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

/** Other programs that may use the API. */
export const clientsPart = (core: Core) => ({ operations: serve(clients, clientHandlers(core)) })
