import { CommandFailed, Invalid, Locked } from '../../../errors.ts'
import type { EchoTarget, Machine } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'

const ATTEMPTS = 4
const PATIENCE_MS = 1000
/** Maximum number of concurrent pings: each holds a socket for up to four seconds. */
const MOST_AT_ONCE = 16

/** Round-trip times of four requests: `10.523ms`, or `timeout` after a second. */
export type SendPings = (target: EchoTarget) => Promise<string[]>

/** Throws `Invalid` with the system's reason if nothing can be sent, and `Locked` if there are too many pings. */
export function openPing(machine: Pick<Machine, 'echo'>): SendPings {
  let underWay = 0
  return async (target) => {
    if (underWay === MOST_AT_ONCE) throw new Locked(phrase('machine.pingsFull'), 4)
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
      throw new Invalid(phrase('machine.pingNotSent', target.link, error.stderr), 'address')
    } finally {
      underWay--
    }
  }
}
