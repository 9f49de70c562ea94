import { CommandFailed, Invalid, Locked } from '../../errors.ts'
import type { EchoTarget, Machine } from '../../machine/machine.ts'

const ATTEMPTS = 4
const PATIENCE_MS = 1000
/** How many may be under way: each holds a socket for up to four seconds. */
const MOST_AT_ONCE = 16

/** Four times in a row, how long an answer took: `10.523ms`, or `timeout` where none came within a second. */
export type SendPings = (target: EchoTarget) => Promise<string[]>

/** Throws `Invalid` with the system's reason when nothing can be sent there, and `Locked` when too many ask at once. */
export function openPing(machine: Pick<Machine, 'echo'>): SendPings {
  let underWay = 0
  return async (target) => {
    if (underWay === MOST_AT_ONCE) throw new Locked('Too many pings are under way. Try again in a few seconds.', 4)
    underWay++
    try {
      const answers: string[] = []
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const tookMs = await machine.echo({ ...target, timeoutMs: PATIENCE_MS })
        answers.push(tookMs === undefined ? 'timeout' : `${tookMs.toFixed(3)}ms`)
      }
      return answers
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Invalid(`nothing can be sent there over ${target.link}: ${error.stderr}`, 'address')
    } finally {
      underWay--
    }
  }
}
