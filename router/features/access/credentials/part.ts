import { accessSocket, otp, session } from '../../../model/access/credentials/contract.ts'
import { recoveryCodes, sessions, tokens } from '../../../model/access/credentials/listcontract.ts'
import { passkeys } from '../../../model/access/credentials/passkeycontract.ts'
import { openCodes } from './codes.ts'
import { openNewSessions } from './newsessions.ts'
import { otpHandlers } from './otp.ts'
import { passkeyHandlers } from './passkeys.ts'
import { openProofs } from './proofs.ts'
import { recoveryHandlers } from './recover.ts'
import { recoveryCodeHandlers } from './recoverycodes.ts'
import { sessionHandlers } from './sessions.ts'
import { openSessionUse } from './sessionuse.ts'
import { tokenHandlers } from './tokens.ts'

type Needs = Pick<Parameters<typeof passkeyHandlers>[0], 'attempts'> &
  Pick<Parameters<typeof sessionHandlers>[0], 'hash'>

import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'

/** Sessions, tokens, one-time codes and passkeys, and the recovery of access on the router itself. */
export function credentialsPart(core: Core, needs: Needs) {
  const proofs = openProofs(core)
  const sessionUse = openSessionUse(core)
  const codes = openCodes(core)
  const newSessions = openNewSessions({ ...core, sessionUse })
  const given = { ...core, ...needs, proofs, codes, sessionUse, newSessions }
  return {
    proofs,
    sessionUse,
    operations: [
      ...serve(tokens, tokenHandlers(given)),
      ...serve(otp, otpHandlers(given)),
      ...serve(passkeys, passkeyHandlers(given)),
      ...serve(recoveryCodes, recoveryCodeHandlers(given)),
      ...serve({ ...session, ...sessions }, sessionHandlers(given)),
    ],
    socket: serve(accessSocket, recoveryHandlers(given)),
  }
}
