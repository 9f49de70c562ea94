/** After a notification, further alerts are gathered for this time and shown as one. */
const GATHER_MS = 3000

interface Deps<T> {
  readonly show: (alerts: readonly T[]) => void
  /** Milliseconds. */
  readonly now: () => number
}

/** Shows the first alert immediately, and those that follow within seconds together: many alerts must not cover the screen. */
export function openNotices<T>({ show, now }: Deps<T>) {
  let shownAt = Number.NEGATIVE_INFINITY
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    shownAt = now()
    show(waiting)
    waiting = []
  }
  return {
    add(alert: T) {
      waiting.push(alert)
      if (timer !== undefined) return
      const pause = shownAt + GATHER_MS - now()
      if (pause <= 0) flush()
      else timer = setTimeout(flush, pause)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
