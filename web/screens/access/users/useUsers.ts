import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { users } from '../../../../router/model/access/users/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'

export type UserUpdate = z.input<typeof users.save.details.body> & { readonly name: string }

const useChange = changesOf(users.list)

/** All users, and the changes of them. */
export function useUsers() {
  const list = useQuery(query(users.list))
  const save = useChange(({ name, ...body }: UserUpdate) => call(users.save, { params: { name }, body }))
  const remove = useChange((name: string) => call(users.remove, { params: { name } }))
  return { list, save, remove }
}
