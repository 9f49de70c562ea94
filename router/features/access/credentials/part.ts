import type { Core } from '../../../core.ts'
import { accessSocket, otp, session } from '../../../model/access/credentials/contract.ts'
import { recoveryCodes, sessions, tokens } from '../../../model/access/credentials/listcontract.ts'
import { passkeys } from '../../../model/access/credentials/passkeycontract.ts'
import { serve } from '../../../model/operation.ts'
import { openAttempts } from './attempts.ts'
import { openCodes } from './codes.ts'
import { openNewSessions } from './newsessions.ts'
import { otpHandlers } from './otp.ts'
import { passkeyHandlers } from './passkeys.ts'
import { hashPassword } from './password.ts'
import { openProofs } from './proofs.ts'
import { recoveryHandlers } from './recover.ts'
import { recoveryCodeHandlers } from './recoverycodes.ts'
import { sessionHandlers } from './sessions.ts'
import { openSessionUse } from './sessionuse.ts'
import { tokenHandlers } from './tokens.ts'

/** Sessions, tokens, one-time codes and passkeys, and the recovery of access on the router itself. */
export function credentialsPart(core: Core) {
  const proofs = openProofs(core)
  const sessionUse = openSessionUse(core)
  const codes = openCodes(core)
  const newSessions = openNewSessions({ ...core, sessionUse })
  const attempts = openAttempts(core.clock)
  const given = { ...core, hash: hashPassword, attempts, proofs, codes, sessionUse, newSessions }
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
