import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { showResult } from '../../../parts/notices/showResult.tsx'
import { mapTexts } from '../../../texts/home/map.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useGroupChange } from '../groups/useGroups.ts'
import type { Move } from './useHome.ts'

export interface Moving extends Move {
  readonly name: string
}

export interface Mover {
  /** What the router has not answered yet. */
  readonly pending: Moving | undefined
  readonly error: Error | null
  readonly make: (entry: ShownDevice, groups: readonly string[]) => void
}

/** Changes which groups a device is in. */
export function useMove(): Mover {
  const change = useGroupChange(
    ({ identity, groups }: Moving) => call(devices.update, { query: { identity }, body: { Groups: [...groups] } }),
    ({ name, groups }) => showResult(mapTexts.moved(name, groups)),
  )
  return {
    pending: change.isPending ? change.variables : undefined,
    error: change.error,
    make: ({ identity, name }, groups) => change.mutate({ identity, name, groups: [...groups] }),
  }
}
