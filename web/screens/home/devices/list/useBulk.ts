import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../../router/model/home/groups/contract.ts'
import { call } from '../../../../client/client.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { devicesTexts as words } from '../../../../texts/home/devices.ts'
import type { ShownDevice } from '../entry.ts'
import { type BulkChange, planOfBulkChange } from './bulk.ts'

interface Order {
  readonly entries: readonly ShownDevice[]
  readonly change: BulkChange
}

/** Changes several devices; gives how many. When the router refuses on the way, the error says how far it came. */
export function useBulk() {
  return useMutation({
    mutationFn: async ({ entries, change }: Order): Promise<number> => {
      const plan = planOfBulkChange(entries, change)
      if (plan.how === 'each') return oneByOne(plan.edits)
      const Identities = [...plan.identities]
      if (Identities.length === 0) return 0
      const field = ({ policy: 'Policies', group: 'Groups', tag: 'Tags' } as const)[change.kind]
      return (await call(devices.updateMany, { body: { Identities, [field]: [change.label] } })).count
    },
    onSettled: refresh,
  })
}

async function oneByOne(
  edits: Extract<ReturnType<typeof planOfBulkChange>, { how: 'each' }>['edits'],
): Promise<number> {
  for (const [done, { identity, edit }] of edits.entries())
    await call(devices.update, { query: { identity }, body: edit }).catch((error: Error) => {
      throw done === 0 ? error : new Error(words.bulk.partly(done, edits.length, error.message))
    })
  return edits.length
}

/** Deletes several devices; gives how many. */
export function useRemoveMany() {
  return useMutation({
    mutationFn: async (identities: readonly string[]) =>
      (await call(devices.removeMany, { body: [...identities] })).count,
    onSettled: refresh,
  })
}

const refresh = () => readAgain(devices.list, groups.list)
