import { readFileSync } from 'node:fs'

/**
 * Loaded before a program by `node --import`: its time of day is ahead of the machine's by the milliseconds in the file that the
 * variable names. The file is read again at most every 20 ms, so that the clock can be set while the program runs. Timers are
 * not affected, as when a person sets the clock.
 */
const FILE = 'SALLYPORT_CLOCK'
const REREAD_MS = 20

const path = process.env[FILE]
const systemNow = Date.now
let ahead = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (path && performance.now() - readAt > REREAD_MS) {
    readAt = performance.now()
    ahead = Number(readFileSync(path, 'utf8'))
  }
  return systemNow() + ahead
}

const SystemDate = Date
class SetDate extends SystemDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [now()] : given) as [number]))
  }
  static override now(): number {
    return now()
  }
}
if (path) globalThis.Date = SetDate as DateConstructor
