import { createHash, randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { recoveryCodes } from '../../../model/access/credentials/listcontract.ts'
import { type KeptRecoveryCodes, RECOVERY_CODES } from '../../../model/access/credentials/recoverycode.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { codesOwner, hasFactor } from './factors.ts'

/** Crockford's base 32: no I, L, O and U. 16 characters are 80 random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

interface RecoveryTable {
  get(name: string): KeptRecoveryCodes | undefined
  put(name: string, codes: KeptRecoveryCodes): void
}

/** The characters of a code as they are hashed. Spaces and hyphens are ignored, and letters that look like digits are read as digits. */
const normalised = (code: string): string =>
  code.replace(/[\s-]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1')

// 80 random bits cannot be guessed, so a fast hash protects them as well as a slow one.
const digestOf = (name: string, code: string): string =>
  createHash('sha256')
    .update(`recovery ${name} ${normalised(code)}`)
    .digest('base64url')

/** Whether a code is as long as a recovery code, and so no one-time code. */
export const isRecoveryCode = (code: string): boolean => normalised(code).length === LENGTH

function newCode(): string {
  // 256 is a multiple of 32, so that all characters are equally likely.
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return text.match(/.{4}/g)!.join('-')
}

/** Replaces all recovery codes of this user. Returns the new ones, which are stored as hashes only. `now` in milliseconds since 1970. */
function makeRecoveryCodes(table: RecoveryTable, Name: string, now: number): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  table.put(Name, { Name, Made: Math.floor(now / 1000), Digests: codes.map((code) => digestOf(Name, code)) })
  return codes
}

/** Uses up a code of this user. Returns how many are left, or undefined if it is not a code that can be used. */
export function takeRecoveryCode(table: RecoveryTable, name: string, code: string): number | undefined {
  const kept = table.get(name)
  const digest = digestOf(name, code)
  if (!kept?.Digests.includes(digest)) return undefined
  const Digests = kept.Digests.filter((one) => one !== digest)
  table.put(name, { ...kept, Digests })
  return Digests.length
}

type Deps = Pick<Core, 'facts' | 'change' | 'clock'>

export function recoveryCodeHandlers({ facts, change, clock }: Deps): Handlers<typeof recoveryCodes> {
  return {
    status({ caller }) {
      const { Digests = [], Made = 0 } = facts.recoveryCodes.get(codesOwner(caller)) ?? {}
      return { Left: Digests.length, Made }
    },

    async create({ caller }) {
      const name = codesOwner(caller)
      let Codes: string[] = []
      await change((draft) => {
        if (!hasFactor(facts, name)) throw new Invalid(phrase('access.noSecondFactor'))
        Codes = makeRecoveryCodes(draft.recoveryCodes, name, clock.now())
      })
      return { Codes }
    },
  }
}
