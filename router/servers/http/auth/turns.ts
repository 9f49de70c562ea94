import { Locked } from '../../../errors.ts'

/** Lets costly work through: one piece at a time for each key, `slots` in all, and no more than `waiting` in line. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly key: string
  readonly start: () => void
}

export function openTurns({ slots, waiting }: { slots: number; waiting: number }): Turns {
  const line: Waiting[] = []
  const busy = new Set<string>()

  const next = () => {
    while (busy.size < slots) {
      const index = line.findIndex(({ key }) => !busy.has(key))
      const [turn] = index < 0 ? [] : line.splice(index, 1)
      if (!turn) return
      busy.add(turn.key)
      turn.start()
    }
  }

  return {
    take(key, work) {
      // One key may hold half of the line, so that nobody is kept out by a single stubborn client.
      const own = line.filter((turn) => turn.key === key).length
      if (line.length >= waiting || own >= waiting / 2) {
        return Promise.reject(new Locked('Too many sign-ins at once. Try again in a moment.', 1))
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          work()
            .then(resolve, reject)
            .finally(() => {
              busy.delete(key)
              next()
            })
        }
        line.push({ key, start })
        next()
      })
    },
  }
}
