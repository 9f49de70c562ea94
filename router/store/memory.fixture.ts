import { Unavailable } from '../errors.ts'
import { isSaved, type Settings } from '../model/tables.ts'
import { verbatim } from '../phrases/phrase.ts'
import { type FactsInMemory, openFactsInMemory } from './memory.ts'

export interface MemoryFacts extends FactsInMemory {
  /** Makes every later change fail with `error`; `undefined` ends that. */
  refuseWith(error: Error | undefined): void
  /** Makes every later change of saved tables fail, as on a full disk. */
  fillDisk(): void
}

/** Facts whose changes can be made to fail. */
export function openMemoryFacts(settings: Partial<Settings> = {}): MemoryFacts {
  let refusal: Error | undefined
  let isFull = false
  const memory = openFactsInMemory(settings, (entries) => {
    if (refusal) throw refusal
    if (isFull && entries.some(({ table }) => isSaved(table))) throw new Unavailable(verbatim('the disk is full'))
  })
  return {
    ...memory,
    refuseWith(error) {
      refusal = error
    },
    fillDisk() {
      isFull = true
    },
  }
}
