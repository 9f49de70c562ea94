import { queryOptions } from '@tanstack/react-query'
import type { Details, Operation } from '../../router/model/operation.ts'
import type { Rest } from './call.ts'
import { call } from './client.ts'
import { keyOf } from './keys.ts'

/** Query options for a read operation. Data of the router is kept in the query cache only. */
export const query = <D extends Details>(operation: Operation<D>, ...rest: Rest<D>) =>
  queryOptions({ queryKey: keyOf(operation, rest[0]), queryFn: () => call(operation, ...rest) })
