import { Unavailable } from '../errors.ts'
import { isSaved, type Settings } from '../model/tables.ts'
import { phrase } from '../phrases/phrase.ts'
import { defaultSettings } from './documents.ts'
import type { Change, Facts } from './facts.ts'
import { openLedger } from './ledger.ts'
import type { Entry } from './table.ts'

export interface MemoryFacts {
  readonly facts: Facts
  readonly change: Change
  /** Called with the entries of each change after it is committed; the tables already contain it. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
  /** Makes every later change fail with `error`; `undefined` ends that. */
  refuseWith(error: Error | undefined): void
  /** Makes every later change of saved tables fail, as on a full disk. */
  fillDisk(): void
}

/**
 * Facts for tests: the real ledger without a database and without drivers. Changes run one after the other; one that throws
 * changes nothing.
 */
export function openMemoryFacts(settings: Partial<Settings> = {}): MemoryFacts {
  const ledger = openLedger()
  const watchers = new Set<(entries: readonly Entry[]) => void>()
  let refusal: Error | undefined
  let isFull = false

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
      if (refusal) throw refusal
      const entries = ledger.draw(edit)
      if (isFull && entries.some(({ table }) => isSaved(table))) throw new Unavailable(phrase('machine.diskFull'))
      ledger.post(entries)
      for (const changed of watchers) changed(entries)
      return entries
    },
    watch(changed) {
      watchers.add(changed)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
    refuseWith(error) {
      refusal = error
    },
    fillDisk() {
      isFull = true
    },
  }
}
