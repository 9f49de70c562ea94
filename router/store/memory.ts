import { Unavailable } from '../errors.ts'
import { defaultSettings, type Settings, schemas } from './documents.ts'
import type { Change, Facts } from './facts.ts'
import { openLedger } from './ledger.ts'
import type { Entry } from './table.ts'

export interface MemoryFacts {
  readonly facts: Facts
  readonly change: Change
  /** Called with the entries of each change after it is committed; the tables already contain it. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
  /** From now on every change is refused with `error`, and edits nothing; `undefined` ends that. */
  refuseWith(error: Error | undefined): void
  /** From now on only what is not remembered can be changed, as on a full disk. */
  fillDisk(): void
}

/**
 * Facts that live as long as the test that opened them: the real ledger, with neither a disk below nor a kernel behind.
 * Changes run one after the other, and one that throws leaves everything as it was.
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
      // As in a router, nobody sees an edit in the same turn in which it was asked for.
      await Promise.resolve()
      if (refusal) throw refusal
      const entries = ledger.draw(edit)
      if (isFull && entries.some(({ table }) => table in schemas)) throw new Unavailable('the disk is full')
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
