import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../../router/model/home/groups/contract.ts'
import { changesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { devicesTexts as words } from '../../../../texts/home/devices/list.ts'
import type { ShownDevice } from '../entry.ts'
import { type BulkChange, planOfBulkChange } from './bulk.ts'

interface Order {
  readonly entries: readonly ShownDevice[]
  readonly change: BulkChange
}

const useChange = changesOf(devices.list, groups.list)

/** Changes several devices; gives how many. When the router refuses on the way, the error says how far it came. */
export function useBulk() {
  return useChange(async ({ entries, change }: Order): Promise<number> => {
    const plan = planOfBulkChange(entries, change)
    if (plan.how === 'each') return oneByOne(plan.edits)
    const Identities = [...plan.identities]
    if (Identities.length === 0) return 0
    const field = ({ policy: 'Policies', group: 'Groups', tag: 'Tags' } as const)[change.kind]
    return (await call(devices.updateMany, { body: { Identities, [field]: [change.label] } })).count
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
export const useRemoveMany = () =>
  useChange(async (identities: readonly string[]) => (await call(devices.removeMany, { body: [...identities] })).count)
