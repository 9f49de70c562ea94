import { Failure } from './failure.ts'
import { openQuestion } from './question.ts'

/**
 * One-time codes. A call that needs one waits while a dialog requests it, then continues with the proof (JWT) that the router
 * returns for the code. The proof is kept in the memory of this tab until the router rejects it.
 */
export interface CodeRequests {
  readonly proof: () => string | undefined
  /**
   * Runs a call. If it needs a code, a dialog requests one, and the call is repeated with its proof. Further calls share the pending
   * request. Rejects as the call does, also when the user cancels.
   */
  readonly prove: <T>(attempt: () => Promise<T>) => Promise<T>
  /** Whether a call waits for a code. */
  readonly isWanted: () => boolean
  /** Exchanges an entered code. Rejects with the router's message; the request stays pending. */
  readonly give: (code: string) => Promise<void>
  /** Stores a proof that another call has returned. A pending request ends with it. */
  readonly keep: (proof: string) => void
  readonly refuse: () => void
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** `exchange` returns the router's proof for a code, or rejects with a `Failure`. */
export function openCodeRequests(exchange: (code: string) => Promise<string>): CodeRequests {
  const question = openQuestion()
  let proof: string | undefined
  const keep = (next: string) => {
    proof = next
    question.answer(true)
  }
  return {
    proof: () => proof,
    prove: (attempt) =>
      attempt().catch(async (reason: unknown) => {
        if (!(reason instanceof Failure) || reason.reason !== 'codeNeeded') throw reason
        if (!question.isOpen()) proof = undefined
        if (await question.ask()) return attempt()
        throw reason
      }),
    isWanted: question.isOpen,
    give: async (code) => keep(await exchange(code)),
    keep,
    refuse: () => question.answer(false),
    forget() {
      proof = undefined
      question.answer(false)
    },
    subscribe: question.subscribe,
  }
}
