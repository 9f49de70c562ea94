import type { Settings } from '../model/tables.ts'
import { defaultSettings } from './documents.ts'
import type { Change, Facts } from './facts.ts'
import { openLedger } from './ledger.ts'
import type { Entry } from './table.ts'

export interface FactsInMemory {
  readonly facts: Facts
  readonly change: Change
  /** Called with the entries of each change after it is committed; the tables already contain it. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
}

/**
 * Facts without a database and without drivers: the real ledger. Changes run one after the other; one that throws changes nothing.
 * `demand` may reject the entries of a change.
 */
export function openFactsInMemory(
  settings: Partial<Settings> = {},
  demand: (entries: readonly Entry[]) => void = () => undefined,
): FactsInMemory {
  const ledger = openLedger()
  const watchers = new Set<(entries: readonly Entry[]) => void>()

  ledger.post(
    Object.entries({ ...defaultSettings(), ...settings }).map(([key, after]) => ({
      table: 'settings',
      key,
      before: undefined,
      after,
    })),
  )

  return {
    facts: ledger.facts,
    async change(edit) {
      // As in the router, an edit is not visible in the turn of its call.
      await Promise.resolve()
      const entries = ledger.draw(edit)
      demand(entries)
      ledger.post(entries)
      for (const changed of watchers) changed(entries)
      return entries
    },
    watch(changed) {
      watchers.add(changed)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
  }
}
