import { queryOptions } from '@tanstack/react-query'
import type { Details, Operation } from '../../router/features/operation.ts'
import type { Rest } from './call.ts'
import { call } from './client.ts'
import { keyOf } from './keys.ts'

/** A read of the contract as a query of the cache, which alone holds what the router said. */
export const query = <D extends Details>(operation: Operation<D>, ...rest: Rest<D>) =>
  queryOptions({ queryKey: keyOf(operation, rest[0]), queryFn: () => call(operation, ...rest) })
