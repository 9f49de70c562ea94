import { useMutation } from '@tanstack/react-query'
import type { Details, Operation } from '../../router/model/operation.ts'
import type { OperationReply } from './call.ts'
import { keyOf } from './keys.ts'
import { readAgain } from './readAgain.ts'
import { replace } from './replace.ts'

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

/** Makes the hook of changes whose reply is also the new reply of `read`, which need not be read again. They are sent one after another. */
export const updatesOf = <D extends Details>(read: Operation<D>) =>
  function useUpdate<Given = void>(make: (given: Given) => Promise<OperationReply<D>>) {
    return useMutation({
      scope: { id: read.path },
      mutationFn: make,
      gcTime: 0,
      onSuccess: (after) => replace(keyOf(read), after),
    })
  }
