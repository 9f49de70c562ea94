import type { Mute } from './alert.ts'

/** The most mutes at a time. */
export const MOST_MUTES = 256
/** How far into an event it is searched for a device. */
const DEPTH = 4

/** Whether a rule is muted for this event. `addressesOf` returns the texts that identify a device: its MAC, its address, its key. */
export function isMuted(
  mutes: readonly Mute[],
  { RuleId, event, nowMs }: { RuleId: string; event: unknown; nowMs: number },
  addressesOf: (identity: string) => readonly string[],
): boolean {
  return mutes.some(
    (mute) =>
      mute.RuleId === RuleId &&
      mute.Until * 1000 > nowMs &&
      (mute.Device === '' || mentions(event, addressesOf(mute.Device), DEPTH)),
  )
}

/** Whether a value of an event is one of these texts. */
function mentions(value: unknown, texts: readonly string[], depth: number): boolean {
  if (typeof value === 'string') return texts.includes(value)
  if (typeof value !== 'object' || value === null || depth === 0) return false
  return Object.values(value).some((inner) => mentions(inner, texts, depth - 1))
}
