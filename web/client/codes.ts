/**
 * The one-time code that some calls take. Whoever makes such a call waits while a person is asked, and goes on with the proof
 * that the router gives for the code. It stays in this tab's memory until the router no longer takes it.
 */
export interface Codes {
  readonly proof: () => string | undefined
  /** Asks for a code. True once there is a proof, false when the person cancels. Further calls share the pending request. */
  readonly obtain: () => Promise<boolean>
  /** Whether somebody waits for a code now. */
  readonly isWanted: () => boolean
  /** The person's code. Rejects with the router's words, and the question stays. */
  readonly give: (code: string) => Promise<void>
  /** A proof that the router gave for a code elsewhere, in the place of the one before. */
  readonly keep: (proof: string) => void
  readonly refuse: () => void
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** `exchange` gives the router's proof for a code; it rejects with a Failure. */
export function openCodes(exchange: (code: string) => Promise<string>): Codes {
  const listeners = new Set<() => void>()
  let proof: string | undefined
  let question: PromiseWithResolvers<boolean> | undefined

  const emit = () => {
    for (const listener of listeners) listener()
  }
  const settle = (isProved: boolean) => {
    question?.resolve(isProved)
    question = undefined
    emit()
  }
  return {
    proof: () => proof,
    obtain() {
      if (question) return question.promise
      proof = undefined
      question = Promise.withResolvers()
      emit()
      return question.promise
    },
    isWanted: () => question !== undefined,
    async give(code) {
      proof = await exchange(code)
      settle(true)
    },
    keep(next) {
      proof = next
    },
    refuse: () => settle(false),
    forget() {
      proof = undefined
      if (question) settle(false)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
