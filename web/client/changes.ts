import { useMutation } from '@tanstack/react-query'
import type { Operation } from '../../router/model/operation.ts'
import { readAgain } from './readAgain.ts'

type Stale = readonly Pick<Operation, 'path'>[]

/**
 * Makes the hook of changes that make the replies of operations stale. `onDone` is called when those on the screen have been read
 * again, so that fields do not show the value from before. They are read after an error as well: of several calls, the first may
 * have succeeded.
 */
export const changesOf = (...stale: Stale) =>
  function useChange<Reply, Given = void>(
    make: (given: Given) => Promise<Reply>,
    onDone: (reply: Reply) => unknown = () => {},
  ) {
    return useMutation({
      mutationFn: make,
      gcTime: 0,
      onSuccess: async (reply) => {
        await readAgain(...stale)
        await onDone(reply)
      },
      onError: () => void readAgain(...stale),
    })
  }

/** A change at the router, after which these reads are stale. Changes with the same reads are sent one after another. */
export function useAct<Input = void, Output = unknown>(act: (input: Input) => Promise<Output>, ...stale: Stale) {
  return useMutation({
    scope: { id: stale.map(({ path }) => path).join(' ') },
    mutationFn: act,
    onSettled: () => readAgain(...stale),
  })
}
