import type { Core } from '../../../core.ts'
import type { KeptOverride } from '../../../model/dns/blocklists/override.ts'
import type { Pause } from '../../../model/dns/blocklists/settings.ts'
import { openExpiry } from '../../../store/expiry.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { endOverride } from './overrides.ts'

export interface FilterExpiry extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/** Deletes expired overrides and pauses from the facts: the facts contain only those that are in force. */
export function openFilterExpiry(deps: Pick<Core, 'facts' | 'change' | 'clock' | 'bus'>): FilterExpiry {
  const { facts, change, clock } = deps
  const expiry = openExpiry(deps, {
    what: 'an override or a pause',
    async due() {
      await endWhatIsOver(facts, change, clock.now())
      return Math.min(...ends(facts))
    },
  })
  expiry.expect(clock.now())
  return {
    learn(entries) {
      for (const { table, after } of entries) {
        if (table === 'overrides' && after) expiry.expect(endOfOverride(after as KeptOverride))
        if (table === 'pauses' && after) expiry.expect(endOfPause(after as Pause))
      }
    },
    [Symbol.dispose]: () => expiry[Symbol.dispose](),
  }
}

/** In milliseconds since 1970. */
const endOfOverride = ({ Expiration }: KeptOverride): number =>
  Expiration === 0 ? Number.POSITIVE_INFINITY : Expiration * 1000
const endOfPause = ({ Until }: Pause): number => Until * 1000

function* ends({ overrides, pauses }: Facts): Generator<number> {
  for (const override of overrides.values()) yield endOfOverride(override)
  for (const pause of pauses.values()) yield endOfPause(pause)
}

async function endWhatIsOver(facts: Facts, change: Change, now: number): Promise<void> {
  if (!ends(facts).some((end) => end <= now)) return
  await change((draft) => {
    for (const [key, override] of [...draft.overrides.rows()])
      if (endOfOverride(override) <= now) endOverride(draft, key, override)
    for (const [key, pause] of [...draft.pauses.rows()]) if (endOfPause(pause) <= now) draft.pauses.remove(key)
  })
}
