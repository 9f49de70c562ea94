import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REREAD_MS } from '../guests/clock.ts'
import { environment } from '../process/program.ts'
import type { Home } from './home.ts'

const PRELOADED = fileURLToPath(new URL('../guests/clock.ts', import.meta.url))

/** The clock of the router's daemon, in a time zone. Local times are such as `2026-11-23T20:59:58`; of one that exists twice, with its offset. */
export interface SetClock {
  /** Variables for `router.start`. */
  readonly variables: readonly string[]
  /** One more: with it, the daemon sets this clock where it would set that of the machine, by date(1). */
  readonly settable: string
  /** Sets the time of day, as a person or a time server does. It runs on from there. */
  set(local: string): void
  /** Lets time pass until a local time: the monotonic clock moves as well. Timers end when they would have ended. */
  pass(local: string): void
  /** Unix seconds of a local time. */
  unix(local: string): number
}

/** Takes the place of `date --utc --set=@SECONDS`. */
const dateProgram = (file: string): string => `#!/bin/sh
seconds=\${2#--set=@}
milliseconds=\${seconds%.*}\${seconds#*.}
read -r _ passed <${file}
echo "$((milliseconds - $(/bin/date +%s%3N))) $passed" >${file}.new && mv ${file}.new ${file}
`

/** A clock for the daemon that a test can set. It takes effect when the daemon is started with `variables`. */
export function openSetClock({ dir }: Pick<Home, 'dir'>, zone: string): SetClock {
  const file = join(dir, 'clock')
  const ms = (local: string): number => Temporal.ZonedDateTime.from(`${local}[${zone}]`).epochMilliseconds
  const programs = join(dir, 'programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'date'), dateProgram(file), { mode: 0o755 })
  const read = () => readFileSync(file, 'utf8').split(' ').map(Number) as [ahead: number, passed: number]
  const write = (ahead: number, passed: number): void => {
    // In one step: the daemon may read it at any moment.
    writeFileSync(`${file}.new`, `${ahead} ${passed}\n`)
    renameSync(`${file}.new`, file)
    // The next call to the daemon must not use the clock that it has read before.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * REREAD_MS)
  }
  write(0, 0)
  return {
    settable: `PATH=${programs}:${environment.PATH}`,
    variables: [`TZ=${zone}`, `SALLYPORT_CLOCK=${file}`, `NODE_OPTIONS=--import=${PRELOADED}`],
    set: (local) => write(ms(local) - Date.now(), read()[1]),
    pass(local) {
      const [ahead, passed] = read()
      const left = ms(local) - Date.now() - ahead
      if (left < 0) throw new Error(`${local} has passed already: set the clock`)
      write(ahead + left, passed + left)
    },
    unix: (local) => ms(local) / 1000,
  }
}
