/**
 * A question to the person, which calls wait for. A dialog shows it while `isOpen`, and further askers share it.
 */
export interface UserQuestion {
  /** Resolves with the answer. */
  readonly ask: () => Promise<boolean>
  readonly isOpen: () => boolean
  readonly answer: (answer: boolean) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function openQuestion(): UserQuestion {
  const listeners = new Set<() => void>()
  let open: PromiseWithResolvers<boolean> | undefined
  const emit = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      if (open) return open.promise
      open = Promise.withResolvers()
      emit()
      return open.promise
    },
    isOpen: () => open !== undefined,
    answer(answer) {
      if (!open) return
      open.resolve(answer)
      open = undefined
      emit()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
