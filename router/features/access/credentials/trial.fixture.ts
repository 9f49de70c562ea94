import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { userHandlers } from '../users/handlers.ts'
import { openAttempts } from './attempts.ts'
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

export const admin: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }

/** The operations of this feature on facts in memory, with the user `admin`, and what they publish. */
export async function openAccess() {
  const memory = openMemoryFacts({ setup: { done: true } })
  const { facts, change } = memory
  const clock = openSteppedClock()
  const vault = vaultWith()
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('', (payload, topic) => published.push(`${topic} ${JSON.stringify(payload)}`))
  await change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: '#1' }))
  const codes = openCodes({ facts, change, bus, clock, vault })
  const hash = async (password: string) => `hash of ${password}`
  const sessionUse = openSessionUse({ facts, change, clock, onFailure: (what) => assert.fail(what) })
  const deps = {
    sessionUse,
    facts,
    change,
    bus,
    clock,
    vault,
    codes,
    hash,
    newSessions: openNewSessions({ change, clock, sessionUse }),
    proofs: openProofs({ facts, clock, vault }),
    attempts: openAttempts(clock),
  }
  return {
    ...memory,
    ...deps,
    published,
    tokens: tokenHandlers(deps),
    otp: otpHandlers(deps),
    session: sessionHandlers(deps),
    recovery: recoveryHandlers(deps),
    users: userHandlers(deps),
    recoveryCodes: recoveryCodeHandlers(deps),
    passkeys: passkeyHandlers(deps),
  }
}

export const asking = <B>(body: B, caller = admin) => ({ params: {}, query: {}, body, caller })

/** What an authenticator app with this seed shows at a moment, in milliseconds since 1970. */
export const codeOf = (secret: string, timestamp: number): string => new TOTP({ secret }).generate({ timestamp })
