export interface Reach {
  /** When the router last answered, in milliseconds of this computer's clock, while it does not; undefined while it does. */
  readonly awaySince: () => number | undefined
  /** `listener` is called when the router becomes unreachable, and when it is reachable again. */
  readonly subscribe: (listener: () => void) => () => void
  /** The router has answered. */
  readonly answered: () => void
  /** Something is late or has failed: ask the router whether it is reachable. Does nothing while that is being asked. */
  readonly doubt: () => void
  /** Checks whether the router is reachable now; resolves when the result is known. */
  readonly check: () => Promise<void>
}

export interface ReachDeps {
  /** Whether the router answers now. Never rejects, and takes a few seconds at most. */
  readonly look: () => Promise<boolean>
  readonly now: () => number
}

/** The interval of checks while the router does not answer. */
const LOOK_AGAIN_MS = 3000

/** Whether the router is reachable. One answer to `look` decides: a late call or a closed websocket alone proves nothing. */
export function openReach({ look, now }: ReachDeps): Reach {
  const listeners = new Set<() => void>()
  let answeredAt = now()
  let awaySince: number | undefined
  let checking: Promise<void> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const become = (next: number | undefined) => {
    awaySince = next
    for (const listener of listeners) listener()
  }

  const answered = () => {
    answeredAt = now()
    clearTimeout(again)
    if (awaySince === undefined) return
    become(undefined)
  }

  const ask = async () => {
    clearTimeout(again)
    const answeredBefore = answeredAt
    const isThere = await look()
    checking = undefined
    if (isThere) return answered()
    // Something else was answered while this was asked.
    if (answeredAt !== answeredBefore) return
    again = setTimeout(check, LOOK_AGAIN_MS)
    if (awaySince !== undefined) return
    become(answeredAt)
  }
  const check = (): Promise<void> => {
    checking ??= ask()
    return checking
  }

  return {
    awaySince: () => awaySince,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answered,
    doubt: () => void check(),
    check,
  }
}
