import type { Core } from '../../../core.ts'
import type { accessSocket } from '../../../model/access/credentials/contract.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Codes } from './codes.ts'
import { removeFactors } from './factors.ts'

interface Deps extends Pick<Core, 'change' | 'bus'> {
  readonly codes: Codes
  /** Hashes a password. Slow on purpose. */
  readonly hash: (password: string) => Promise<string>
}

/** Recovers access for an owner who has lost the phone or the password, through the console of the router. */
export function recoveryHandlers({ change, bus, codes, hash }: Deps): Handlers<typeof accessSocket> {
  return {
    async recover({ body: { AdminPassword }, caller }) {
      const PasswordHash = AdminPassword && (await hash(AdminPassword))
      await change((draft) => {
        if (PasswordHash) draft.users.put(ADMIN, { Name: ADMIN, PasswordHash })
        removeFactors(draft, ADMIN)
        for (const [address] of [...draft.otpTries.rows()]) draft.otpTries.remove(address)
        codes.endAllElse(draft, caller)
        for (const [key] of [...draft.sessions.rows()]) draft.sessions.remove(key)
      })
      bus.publish('auth:otp:update', { username: ADMIN, state: 'removed', ip: caller.address })
    },
  }
}
