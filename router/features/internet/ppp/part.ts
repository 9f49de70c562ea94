import type { Core } from '../../../core.ts'
import { ppp } from '../../../model/internet/ppp/contract.ts'
import type { PppState } from '../../../model/internet/ppp/ppp.ts'
import { serve } from '../../../model/operation.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { pppHandlers } from './handlers.ts'

interface Needs {
  readonly guard: Guard
  readonly stateOf: (link: string) => PppState | undefined
}

/** PPPoE. */
export const pppPart = ({ facts }: Core, { guard, stateOf }: Needs) => ({
  operations: serve(ppp, pppHandlers(facts, guard, stateOf)),
})
