import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { users } from '../../../../router/model/access/users/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'

export type UserUpdate = z.input<typeof users.save.details.body> & { readonly name: string }

/** All users, and the changes of them. */
export function useUsers() {
  const list = useQuery(query(users.list))
  const lookAgain = () => readAgain(users.list)
  const save = useMutation({
    mutationFn: ({ name, ...body }: UserUpdate) => call(users.save, { params: { name }, body }),
    onSuccess: lookAgain,
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: (name: string) => call(users.remove, { params: { name } }),
    onSuccess: lookAgain,
  })
  return { list, save, remove }
}
