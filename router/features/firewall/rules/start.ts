import type { Core } from '../../../core.ts'
import type { Ledger } from '../../../store/ledger.ts'
import { zoneOf } from '../../../store/timezone.ts'
import { NOT_COMPILED, networksFrom, staleNetworks } from './networks.ts'
import { settle } from './settle.ts'
import { loadUsage } from './usage.ts'

interface Deps extends Pick<Core, 'machine' | 'clock' | 'history' | 'onFailure'> {
  readonly lookupFile: string
}

/**
 * Before the first pass: the networks that rules list, today's minutes of use, and which rules hold. A schedule that holds must not
 * end with a restart. Failures are reported.
 */
export async function loadRules(
  { machine, clock, history, lookupFile, onFailure }: Deps,
  ledger: Ledger,
): Promise<void> {
  try {
    const edit = await staleNetworks(ledger.facts, networksFrom({ machine, lookupFile }))
    if (edit) ledger.post(ledger.draw(edit))
  } catch (error) {
    onFailure(NOT_COMPILED, error)
  }
  ledger.post(
    ledger.draw((draft) => {
      try {
        loadUsage(history.keyValueLog('pfwusage'), draft)
      } catch (error) {
        onFailure('the minutes of use of today are counted anew', error)
      }
      settle(draft, { now: clock.now(), zone: zoneOf(draft) })
    }),
  )
}
