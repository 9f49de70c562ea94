import { Locked } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { newCredential } from './credential.ts'

const VALID_MS = 5 * 60_000
/** Of one address; a further one replaces its oldest. */
const MOST_OF_ADDRESS = 8
const MOST = 256

/** A ceremony of a passkey that was begun: what its answer has to match. */
export interface PendingCeremony {
  readonly kind: 'register' | 'validate' | 'login'
  /** The user who began it; empty before sign-in. */
  readonly user: string
  /** The origin of the page, such as `https://spr.local`. */
  readonly origin: string
  /** The name of the passkey that is added. */
  readonly name?: string
  /** The user handle of that passkey. */
  readonly handle?: string
  /** Whether the call that began it had the proof of a second factor. */
  readonly isProved?: boolean
}

/** Begun ceremonies, in memory. Each is answered once, within five minutes. */
export interface Challenges {
  /** Returns the identifier of the ceremony and its challenge, both 43 characters of base64url. Throws `Locked` if too many are open. */
  begin(address: string, ceremony: PendingCeremony): { readonly session: string; readonly challenge: string }
  /** Ends the ceremony, and returns it with its challenge; undefined if it has expired, was answered before, or was begun otherwise. */
  take(
    session: string,
    expected: Pick<PendingCeremony, 'kind' | 'user' | 'origin'>,
  ): (PendingCeremony & { readonly challenge: string }) | undefined
}

interface Open extends PendingCeremony {
  readonly challenge: string
  readonly address: string
  readonly until: number
}

export function openChallenges(clock: Pick<MonotonicClock, 'monotonic'>): Challenges {
  const open = new Map<string, Open>()
  const isValid = ({ until }: Open): boolean => until > clock.monotonic()

  return {
    begin(address, ceremony) {
      for (const [session, one] of open) if (!isValid(one)) open.delete(session)
      const own = [...open].filter(([, one]) => one.address === address)
      for (const [session] of own.slice(0, Math.max(0, own.length - MOST_OF_ADDRESS + 1))) open.delete(session)
      if (open.size >= MOST) throw new Locked(phrase('access.passkeyChallengesFull'), 300)
      const [session, challenge] = [newCredential(), newCredential()]
      open.set(session, { ...ceremony, challenge, address, until: clock.monotonic() + VALID_MS })
      return { session, challenge }
    },
    take(session, { kind, user, origin }) {
      const one = open.get(session)
      open.delete(session)
      if (!one || !isValid(one)) return undefined
      return one.kind === kind && one.user === user && one.origin === origin ? one : undefined
    },
  }
}
