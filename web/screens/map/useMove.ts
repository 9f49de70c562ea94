import { devices } from '../../../router/features/devices/contract.ts'
import { call } from '../../client/client.ts'
import type { Entry } from '../devices/entry.ts'
import { useChange } from '../groups/useChange.ts'
import type { Move } from './useHome.ts'

/** A device's groups before and after. */
export interface Moving extends Move {
  readonly name: string
  readonly before: readonly string[]
}

export interface Mover {
  /** What the router has not answered yet. */
  readonly pending: Moving | undefined
  /** What it has done last; gone when it is put back. */
  readonly done: Moving | undefined
  readonly error: Error | null
  readonly make: (entry: Entry, groups: readonly string[]) => void
  readonly putBack: () => void
}

/** Changes which groups a device is in; the last change can be put back. */
export function useMove(): Mover {
  const change = useChange(({ identity, groups }: Moving) =>
    call(devices.update, { query: { identity }, body: { Groups: [...groups] } }),
  )
  return {
    pending: change.isPending ? change.variables : undefined,
    done: change.isSuccess ? change.variables : undefined,
    error: change.error,
    make: ({ identity, name, device }, groups) =>
      change.mutate({ identity, name, groups: [...groups], before: device.Groups }),
    putBack: () => {
      const { data, variables } = change
      if (data && variables) change.mutate({ ...variables, groups: variables.before, before: variables.groups })
    },
  }
}
