import type { Operation } from '../../router/model/operation.ts'
import { queryClient } from './client.ts'
import { keyOf } from './keys.ts'

/** Makes the replies of operations stale. Resolves when those on the screen have been read again. */
export const readAgain = (...operations: readonly Pick<Operation, 'path'>[]): Promise<unknown> =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: keyOf(operation) })))
