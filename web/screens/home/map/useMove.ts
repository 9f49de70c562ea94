import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { notify } from '../../../parts/shell/notify.tsx'
import { mapTexts } from '../../../texts/home/map.ts'
import type { Entry } from '../devices/entry.ts'
import { useChange } from '../groups/useChange.ts'
import type { Move } from './useHome.ts'

export interface Moving extends Move {
  readonly name: string
}

export interface Mover {
  /** What the router has not answered yet. */
  readonly pending: Moving | undefined
  readonly error: Error | null
  readonly make: (entry: Entry, groups: readonly string[]) => void
}

/** Changes which groups a device is in. */
export function useMove(): Mover {
  const change = useChange(
    ({ identity, groups }: Moving) => call(devices.update, { query: { identity }, body: { Groups: [...groups] } }),
    ({ name, groups }) => notify(mapTexts.moved(name, groups)),
  )
  return {
    pending: change.isPending ? change.variables : undefined,
    error: change.error,
    make: ({ identity, name }, groups) => change.mutate({ identity, name, groups: [...groups] }),
  }
}
