import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { tokens } from '../../../../router/model/access/credentials/listcontract.ts'
import type { Token } from '../../../../router/model/access/credentials/token.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'

type Wish = z.input<typeof tokens.create.details.body>

/** API tokens. They are loaded on request only, since that needs a one-time code. */
export function useTokens() {
  const list = query(tokens.list)
  const known = useQuery({ ...list, enabled: false, gcTime: 0 })
  const change = (next: (before: readonly Token[]) => Token[]) =>
    replace<readonly Token[]>(list.queryKey, (before) => before && next(before))
  const create = useMutation({
    mutationFn: (body: Wish) => call(tokens.create, { body }),
    onSuccess: (made) => change((before) => [...before, made]),
  })
  const remove = useMutation({
    mutationFn: ({ Token }: Token) => call(tokens.remove, { body: { Token } }),
    onSuccess: (_, { Token }) => change((before) => before.filter((one) => one.Token !== Token)),
  })
  return { known, create, remove }
}
