import type { CheckCall } from '../model/messages/automations/apicall.ts'
import type { Operation, ServedOperation } from '../model/operation.ts'
import { contracts } from '../model/operations.ts'

/** What the parts need of the servers that answer their operations. */
export interface OfServers {
  readonly checkCall: CheckCall
  /** Type declarations of the API, for scripts. */
  readonly declarations: () => Promise<string>
  /** Whether an address comes in over an uplink that the world can reach. */
  readonly isFromUplink: (address: string) => boolean
}

/** The operations of the opened parts. */
export function openServed() {
  const served = new Map<Operation, ServedOperation>()
  return {
    /** Returns the part. */
    add<P extends { readonly operations: readonly ServedOperation[] }>(part: P): P {
      for (const one of part.operations) served.set(one.operation, one)
      return part
    },
    /** In the order of the contracts, which is that of the description. Throws if a part is missing. */
    inOrder: (): ServedOperation[] =>
      Object.values(contracts)
        .flatMap((contract): Operation[] => Object.values(contract))
        .map((operation) => {
          const one = served.get(operation)
          if (!one) throw new Error(`nothing serves ${operation.method} ${operation.path}`)
          return one
        }),
  }
}

type Handler = ServedOperation['handler']
interface Deps {
  readonly trail: { acting(operation: Operation, handler: Handler): Handler }
  readonly journal: { offering(handler: Handler): Handler }
}

/** Enters changes in the audit log, with the caller who made them, and offers to undo them. */
export const auditing =
  ({ trail, journal }: Deps) =>
  ({ operation, handler }: ServedOperation): ServedOperation => ({
    operation,
    // An undo is a change as well, which is not offered again.
    handler: trail.acting(
      operation,
      operation === contracts.undo.run || operation.details.undo === false ? handler : journal.offering(handler),
    ),
  })
