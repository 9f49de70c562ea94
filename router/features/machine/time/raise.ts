import { CommandFailed, Invalid } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { lastTimeFile, RELEASED, readLastTime } from './lasttime.ts'

/** A clock that is set by the network is stepped by less, and is not wrong. */
const TOLERANCE_MS = 60_000

/** `raised`: it was behind, and is at the last known time now. `behind`: it was behind, and cannot be set. */
export type ClockAtStart = 'plausible' | 'raised' | 'behind'

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'run' | 'readFile'>
  /** The data directory. */
  readonly data: string
  readonly released?: number
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Sets a clock that is before the last known time or before the release to the later of both, as on a board without a battery. It is
 * still behind by the time that the machine was off, but certificates are valid soon after.
 */
export async function raiseClock({ machine, data, released = RELEASED, onFailure }: Deps): Promise<ClockAtStart> {
  const path = lastTimeFile(data)
  const last = readLastTime(machine, path)
  // Written anew within an hour; until then, the clock is only compared with the release.
  if (last === undefined && machine.readFile(path) !== undefined)
    onFailure(`the last known time in ${path} is not used`, new Error('the file is damaged'))
  const earliest = Math.max(released, last ?? 0)
  if (machine.clock.now() >= earliest - TOLERANCE_MS) return 'plausible'
  try {
    await setClock(machine, earliest)
    return 'raised'
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    onFailure('the clock of this machine is before the last known time', error)
    return 'behind'
  }
}

/** Sets the clock of the machine to milliseconds since 1970: date(1). Throws `Invalid` with the reason if that is not possible. */
export async function setClock({ run }: Pick<Machine, 'run'>, ms: number): Promise<void> {
  try {
    await run(['date', '--utc', `--set=@${(ms / 1000).toFixed(3)}`])
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    throw new Invalid(phrase('machine.clockNotSet', error.stderr.trim() || phrase('machine.programNoReason', 'date')))
  }
}
