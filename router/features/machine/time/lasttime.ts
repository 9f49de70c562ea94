import type { Machine } from '../../../machine/machine.ts'

/** A time before this release, in milliseconds since 1970: an earlier clock is wrong. A release sets it to its date. */
export const RELEASED = Date.UTC(2026, 10, 1)

/** The clock of a board without a battery is wrong by at most this after a power cut. A flash card is not worn by it. */
const EVERY_MS = 3600_000
/** A later time can only be a damaged file. */
const MOST_AHEAD_MS = 50 * 365 * 24 * 3600_000

/** The file with the last known time: milliseconds since 1970, as text. */
export const lastTimeFile = (data: string): string => `${data}/clock`

/** The last known time in milliseconds since 1970; undefined if the file is missing or damaged. */
export function readLastTime({ readFile }: Pick<Machine, 'readFile'>, path: string): number | undefined {
  const text = readFile(path)?.trim() ?? ''
  const time = /^\d{1,15}$/.test(text) ? Number(text) : undefined
  return time !== undefined && time < RELEASED + MOST_AHEAD_MS ? time : undefined
}

export interface LastTime {
  /** To be called once a minute. Saves the time once an hour, and immediately after the clock was set back. */
  check(): void
  save(): void
}

/** Keeps the file up to date. Throws what `writeFile` throws. */
export function openLastTime(machine: Pick<Machine, 'clock' | 'readFile' | 'writeFile'>, path: string): LastTime {
  let saved = readLastTime(machine, path)
  const save = (): void => {
    const now = machine.clock.now()
    machine.writeFile(path, `${now}\n`, 0o600)
    saved = now
  }
  return {
    check() {
      const now = machine.clock.now()
      if (saved === undefined || now < saved || now >= saved + EVERY_MS) save()
    },
    save,
  }
}
