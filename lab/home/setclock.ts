import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REREAD_MS } from '../guests/clock.ts'
import { environment } from '../process/program.ts'
import type { Home } from './home.ts'

const PRELOADED = fileURLToPath(new URL('../guests/clock.ts', import.meta.url))

/** The clock of the router's daemon, in a time zone. */
export interface SetClock {
  /** Variables for `router.start`. */
  readonly variables: readonly string[]
  /** One more: with it, the daemon sets this clock where it would set that of the machine, by date(1). */
  readonly settable: string
  /** Sets the clock to a local time, such as `2026-11-23T20:59:58`; of one that exists twice, with its offset. It runs on from there. */
  set(local: string): void
  /** Unix seconds of a local time. */
  unix(local: string): number
}

/** Takes the place of `date --utc --set=@SECONDS`. */
const dateProgram = (file: string): string => `#!/bin/sh
seconds=\${2#--set=@}
milliseconds=\${seconds%.*}\${seconds#*.}
echo $((milliseconds - $(/bin/date +%s%3N))) >${file}.new && mv ${file}.new ${file}
`

/** A clock for the daemon that a test can set. It takes effect when the daemon is started with `variables`. */
export function openSetClock({ dir }: Pick<Home, 'dir'>, zone: string): SetClock {
  const file = join(dir, 'clock')
  const ms = (local: string): number => Temporal.ZonedDateTime.from(`${local}[${zone}]`).epochMilliseconds
  const programs = join(dir, 'programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'date'), dateProgram(file), { mode: 0o755 })
  return {
    settable: `PATH=${programs}:${environment.PATH}`,
    variables: [`TZ=${zone}`, `SALLYPORT_CLOCK=${file}`, `NODE_OPTIONS=--import=${PRELOADED}`],
    set(local) {
      // In one step: the daemon may read it at any moment.
      writeFileSync(`${file}.new`, String(ms(local) - Date.now()))
      renameSync(`${file}.new`, file)
      // The next call to the daemon must not use the clock that it has read before.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * REREAD_MS)
    },
    unix: (local) => ms(local) / 1000,
  }
}
