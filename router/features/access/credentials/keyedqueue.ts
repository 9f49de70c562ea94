import { Locked } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** Limits costly work: one task at a time for each key, `slots` in all, and no more than `waiting` in queue. */
export interface KeyedQueue {
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly key: string
  readonly start: () => void
}

export function openKeyedQueue({ slots, waiting }: { slots: number; waiting: number }): KeyedQueue {
  const queue: Waiting[] = []
  const busy = new Set<string>()

  const next = () => {
    while (busy.size < slots) {
      const index = queue.findIndex(({ key }) => !busy.has(key))
      const [turn] = index < 0 ? [] : queue.splice(index, 1)
      if (!turn) return
      busy.add(turn.key)
      turn.start()
    }
  }

  return {
    take(key, work) {
      // One key may have half of the queue, so that a single client cannot fill it.
      const own = queue.filter((turn) => turn.key === key).length
      if (queue.length >= waiting || own >= waiting / 2) {
        return Promise.reject(new Locked(phrase('access.signInsThrottled'), 1))
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
        queue.push({ key, start })
        next()
      })
    },
  }
}
