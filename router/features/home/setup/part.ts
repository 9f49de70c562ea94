import type { Core } from '../../../core.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import { setup } from '../../../model/home/setup/contract.ts'
import { serve } from '../../../model/operation.ts'
import { hashPassword, matchesPassword } from '../../access/credentials/password.ts'
import { openPasswords } from '../../access/credentials/passwords.ts'
import { openSetupEnd } from './end.ts'
import { setupHandlers } from './handlers.ts'
import { openSetupLeases } from './leases.ts'

/** The first setup of the router. */
export function setupPart(core: Core) {
  const { facts, clock, pass, keep } = core
  const passwords = openPasswords({ users: facts.users, clock, matches: matchesPassword })
  const isRight = async (password: string, address: string): Promise<boolean> =>
    (await passwords.check({ address }, ADMIN, [password])) !== undefined
  keep(openSetupEnd(core))
  return {
    setupLeases: openSetupLeases({ ...core, drift: () => pass.drift }),
    operations: serve(setup, setupHandlers({ ...core, hash: hashPassword, isRight })),
  }
}
