import type { Core } from '../../../core.ts'
import type { Bus } from '../../../events/bus.ts'
import { openRecordLimit } from '../../../machine/recordlimit.ts'
import { type LogLevel, PRIORITIES } from '../../../model/machine/logs/entry.ts'
import type { Ring } from './ring.ts'

/** Longer lines are truncated: some contain text from unauthenticated clients. */
const LONGEST = 1024
/** Failures whose first characters agree count as one kind. */
const KIND = 40

export interface RouterLog {
  /** Print a line, and keep it where there is no journal that does. */
  note(line: string, level?: LogLevel): void
  /** Logs calls and failures that are published from now on. */
  subscribeTo(bus: Bus): Disposable
}

interface Deps extends Pick<Core, 'clock'> {
  readonly print: (line: string) => void
  /** Stores the lines if no journal does; absent if they are printed to a journal. */
  readonly ring?: Ring | undefined
}

/** Everything the router has to say for itself goes through here, one line each. */
export function openLog({ clock, print, ring }: Deps): RouterLog {
  const keep = (line: string, level: LogLevel): void =>
    ring?.add({ message: line, priority: PRIORITIES[level], at: clock.now() })
  // A journal takes the priority from the line's beginning, as sd-daemon(3) has it.
  const show = (line: string, level: LogLevel): void => print(ring ? line : `<${PRIORITIES[level]}>${line}`)
  // Some failures can be caused over and over from outside. What repeats begins alike.
  const failures = openRecordLimit(clock, (count) => note(`${count} more failures are not listed`, 'warning'))
  const note = (line: string, level: LogLevel = 'info'): void => {
    const plain = oneLine(line)
    if (level === 'error' && !failures.admits(plain.slice(0, KIND))) return
    keep(plain, level)
    show(plain, level)
  }
  return {
    note,
    subscribeTo(bus) {
      const subscriptions = new DisposableStack()
      subscriptions.use(
        bus.subscribe('log:api', ({ level, msg }) => note(`${level}: ${msg}`, isLevel(level) ? level : 'info')),
      )
      subscriptions.use(
        bus.subscribe('log:www:access', ({ remoteaddr, method, path }) => {
          const line = oneLine(`${remoteaddr} ${method} ${path}`)
          keep(line, 'info')
          // On a terminal every call would drown what matters.
          if (!ring) show(line, 'info')
        }),
      )
      return subscriptions
    },
  }
}

const oneLine = (text: string): string => text.slice(0, LONGEST).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

const isLevel = (text: string): text is LogLevel => Object.hasOwn(PRIORITIES, text)
