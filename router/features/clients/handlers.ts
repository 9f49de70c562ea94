import type { Change, Facts } from '../../store/facts.ts'
import type { Handlers } from '../operation.ts'
import type { clients } from './contract.ts'

export function clientHandlers({ facts, change }: { facts: Facts; change: Change }): Handlers<typeof clients> {
  return {
    flags: () => [],
    setFlags: () => undefined,
    themes: () => facts.setting('themes'),
    setThemes: ({ body }) => change((draft) => draft.set('themes', body)),
  }
}
