import { z } from 'zod'
import type { Mac } from '../../../values/mac.ts'
import { noSignals, Signals } from './signals.ts'

/** What is stored of a device. */
const Collected = z.object({
  signals: Signals,
  /** Whether the vendor of the address was looked up. */
  hasVendor: z.boolean(),
  /** Milliseconds since 1970; 0 if nothing was received. */
  changedAt: z.number(),
})
export type Collected = z.infer<typeof Collected>

export const emptyRecord = (mac: Mac): Collected => ({ signals: noSignals(mac), hasVendor: false, changedAt: 0 })

/** Undefined for a text that is damaged. */
export function readRecord(mac: Mac, text: string): Collected | undefined {
  try {
    const record = Collected.parse(JSON.parse(text))
    return record.signals.MAC === mac ? record : undefined
  } catch {
    return undefined
  }
}
