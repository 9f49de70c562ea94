/** Delay of the first run: events usually come several together. */
const SOON_MS = 150
/** The shortest time between the end of a run and the start of the next one. */
const PAUSE_MS = 1000

export interface GatheredRuns {
  /** Requests a run. */
  readonly request: () => void
  /** Cancels a requested run, and ignores further requests. */
  readonly stop: () => void
}

/**
 * Runs `work` once for all requests that come together. Runs do not overlap, and there is a pause after each: however many
 * events arrive, they cause about one run per second.
 */
export function gather(work: () => unknown): GatheredRuns {
  /** `idle`, `soon`: the first run is scheduled, `busy`: running or in the pause after a run. */
  let state: 'idle' | 'soon' | 'busy' | 'stopped' = 'idle'
  let isRequested = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    state = 'busy'
    isRequested = false
    try {
      await work()
    } finally {
      if (!isStopped()) timer = setTimeout(rest, PAUSE_MS)
    }
  }
  const rest = () => {
    if (isRequested) void run()
    else state = 'idle'
  }
  const isStopped = () => state === 'stopped'
  return {
    request() {
      if (state === 'busy') isRequested = true
      if (state !== 'idle') return
      state = 'soon'
      timer = setTimeout(() => void run(), SOON_MS)
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
