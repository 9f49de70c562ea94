import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { AccessDenied, Invalid, NotFound } from '../../../errors.ts'
import { statusOfOtp } from '../../../model/access/credentials/onetime.ts'
import { type Answered, type KeptPasskey, MOST_PASSKEYS } from '../../../model/access/credentials/passkey.ts'
import type { passkeys } from '../../../model/access/credentials/passkeycontract.ts'
import { roleOf } from '../../../model/access/credentials/user.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { actAsUser } from '../../../store/actor.ts'
import { isIp } from '../../../values/ip.ts'
import { ALGORITHMS, verifyAssertion, verifyRegistration } from './attestation.ts'
import { validityOf } from './bearers.ts'
import { openChallenges, type PendingCeremony } from './challenges.ts'
import type { Codes } from './codes.ts'
import { codesOwner, demandProof, endWithoutFactor, hasCodes, hasFactor, isAlwaysOn } from './factors.ts'
import type { NewSessions } from './newsessions.ts'
import { endProofs, type Proofs } from './proofs.ts'
import { sessionEvent } from './tokens.ts'

/** How long the browser shows its question. */
const TIMEOUT_MS = 3 * 60_000

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'clock' | 'vault'> {
  readonly proofs: Proofs
  readonly codes: Codes
  readonly newSessions: NewSessions
  /** Failed sign-ins by address. */
  readonly attempts: {
    /** Throws `Locked`. */
    admit(source: { readonly address: string }): void
    failed(source: { readonly address: string }, name: string, digest: string): void
    succeeded(source: { readonly address: string }, name: string): void
  }
}

/** Where a passkey is used. */
interface Place {
  readonly origin: string
  readonly rpId: string
}

export function passkeyHandlers(deps: Deps): Handlers<typeof passkeys> {
  const { facts, change, bus, clock, vault, proofs, codes, newSessions, attempts } = deps
  const challenges = openChallenges(clock)
  const nowInSeconds = (): number => Math.floor(clock.now() / 1000)

  const passkeysOf = (isWanted: (passkey: KeptPasskey) => boolean): KeptPasskey[] =>
    [...facts.passkeys.values()].filter(isWanted).sort((a, b) => a.CreatedAt - b.CreatedAt)

  function statusOf(user: string) {
    const own = passkeysOf(({ User }) => User === user)
    return {
      Registered: own.length > 0,
      Credentials: own.map(({ ID, Name, CreatedAt, LastUsed, RpId }) => ({
        ID,
        Name,
        CreatedAt,
        LastUsed,
        Host: RpId,
      })),
    }
  }

  /** Begins an assertion by one of these passkeys. Throws `Invalid` if there are none. */
  function begin(caller: Caller, kind: 'validate' | 'login', user: string) {
    const { origin, rpId } = placeOf(caller)
    attempts.admit({ address: caller.address })
    const usable = passkeysOf(({ RpId, User }) => RpId === rpId && (user === '' || User === user))
    if (usable.length === 0) throw new Invalid(phrase('access.userWithoutPasskey', rpId))
    const { session, challenge } = challenges.begin(caller.address, { kind, user, origin })
    return {
      Session: session,
      Options: {
        publicKey: {
          ...{ challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required' },
          // Before sign-in, no passkeys are listed: the browser offers those that it has.
          allowCredentials: user === '' ? [] : usable.map(descriptorOf),
        },
      },
    }
  }

  /** The passkey with which this answer is signed, after its use is stored. */
  async function asserted(caller: Caller, body: Answered, kind: 'validate' | 'login', user: string) {
    const { origin, rpId } = placeOf(caller)
    const { address } = caller
    attempts.admit({ address })
    const ceremony = challenges.take(body.session, { kind, user, origin })
    if (!ceremony) throw new Invalid(phrase('access.passkeyCeremonyOver'))
    const passkey = facts.passkeys.get(body.credential.id)
    try {
      const { userHandle } = body.credential.response
      const isOfUser = userHandle === passkey?.Handle || (user !== '' && !userHandle)
      if (!passkey || passkey.RpId !== rpId || !isOfUser || (user !== '' && passkey.User !== user))
        throw new Error('the passkey is not one of the user')
      if (!roleOf(facts.users.get(passkey.User))) throw new Error('the user does not exist, or may do nothing')
      const Counter = await verifyAssertion(body.credential, passkey, { ...ceremony, rpId })
      await change((draft) => {
        // Of two answers at the same time, the second one has not seen the counter of the first.
        if (draft.passkeys.get(passkey.ID)?.Counter !== passkey.Counter) throw new Error('the passkey was just used')
        draft.passkeys.put(passkey.ID, { ...passkey, Counter, LastUsed: nowInSeconds() })
      })
    } catch {
      const name = passkey?.User ?? user
      attempts.failed({ address }, name, body.session)
      publish('auth:failure', name, address)
      const refusal = phrase('access.passkeyRefused')
      throw kind === 'login' ? new AccessDenied('unauthorized', refusal) : new Invalid(refusal)
    }
    attempts.succeeded({ address }, passkey.User)
    publish('auth:success', passkey.User, address)
    return passkey
  }

  const publish = (topic: 'auth:success' | 'auth:failure', name: string, ip: string) =>
    bus.publish(topic, { type: 'user', reason: `${ip}:passkey`, ip, username: name, name })

  return {
    status: ({ caller }) => statusOf(codesOwner(caller)),

    beginRegister({ query, caller }) {
      const { origin, rpId } = placeOf(caller)
      const user = caller.session === undefined ? facts.users.get(caller.name)?.Name : undefined
      if (user === undefined) throw new AccessDenied('unauthorized', phrase('access.passwordRequired'))
      demandProof(facts, caller)
      const own = passkeysOf(({ User }) => User === user)
      demandRoom(own)
      const handle = own[0]?.Handle ?? randomBytes(32).toString('base64url')
      const ceremony: PendingCeremony = {
        ...{ kind: 'register', user, origin, handle },
        ...{ name: query.name || 'Passkey', isProved: caller.isProved ?? false },
      }
      const { session, challenge } = challenges.begin(caller.address, ceremony)
      return {
        Session: session,
        Options: {
          publicKey: {
            rp: { id: rpId, name: 'Sallyport' },
            user: { id: handle, name: user, displayName: user },
            ...{ challenge, timeout: TIMEOUT_MS, attestation: 'none' },
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
            excludeCredentials: own.filter(({ RpId }) => RpId === rpId).map(descriptorOf),
          },
        },
      }
    },

    async register({ body, caller }) {
      const { origin, rpId } = placeOf(caller)
      const ceremony = challenges.take(body.session, { kind: 'register', user: caller.name, origin })
      if (!ceremony) throw new Invalid(phrase('access.passkeyCeremonyOver'))
      const { name: Name = '', handle: Handle = '', user: User } = ceremony
      const isStillGood = validityOf(facts, clock, caller)
      const made = await verifyRegistration(body.credential, { ...ceremony, rpId }).catch((error) => {
        throw new Invalid(phrase('access.passkeyNotAdded', error instanceof Error ? error.message : error), undefined, {
          cause: error,
        })
      })
      await change((draft) => {
        // A user who is removed during the call leaves no passkey to a later one of the same name.
        if (!isStillGood()) throw new AccessDenied('unauthorized', phrase('access.credentialsEnded'))
        demandRoom(passkeysOf((one) => one.User === User))
        // The user may have got a second factor since the beginning.
        demandProof(facts, { ...caller, isProved: ceremony.isProved ?? false })
        if (draft.passkeys.get(made.ID)) throw new Invalid(phrase('access.passkeyAlreadyAdded'))
        // The holder of an unconfirmed seed could confirm it later, without this passkey.
        if (!draft.otpUsers.get(User)?.Confirmed) draft.otpUsers.remove(User)
        draft.passkeys.put(made.ID, { ...made, User, Handle, Name, RpId: rpId, CreatedAt: nowInSeconds(), LastUsed: 0 })
        // Proofs are signed with a secret that one-time codes would create.
        if (draft.setting('otp').SigningSecret === '') endProofs(draft, vault)
      })
      bus.publish('auth:webauthn:register', sessionEvent(caller, Name))
      return statusOf(User)
    },

    beginValidate: ({ caller }) => begin(caller, 'validate', caller.name),

    async validate({ body, caller }) {
      const { User } = await asserted(caller, body, 'validate', caller.name)
      return proofs.issue(User, facts.setting('otp'))
    },

    canLogin({ caller }) {
      const { origin } = caller.browser ?? {}
      const rpId = origin && new URL(origin).hostname
      return { Available: passkeysOf(({ RpId }) => RpId === rpId).length > 0 }
    },

    beginLogin: ({ caller }) => begin(caller, 'login', ''),

    async login({ body, caller }) {
      const { User } = await asserted(caller, body, 'login', '')
      const { Token } = await actAsUser(User, () => newSessions.bearer(facts.users.get(User)!, caller))
      return { Name: User, Token }
    },

    async loginInBrowser({ body, caller }) {
      const { User } = await asserted(caller, body, 'login', '')
      return actAsUser(User, () => newSessions.cookie(facts.users.get(User)!, caller, body.Keep ?? false))
    },

    async always({ body: { AlwaysOn }, caller }) {
      const name = codesOwner(caller)
      const isStillGood = validityOf(facts, clock, caller)
      demandProof(facts, caller)
      await change((draft) => {
        if (!isStillGood()) throw new AccessDenied('unauthorized', phrase('access.credentialsEnded'))
        if (hasCodes(facts, name)) throw new Invalid(phrase('access.oneTimeCodesOn'))
        if (!hasFactor(facts, name)) throw new Invalid(phrase('access.passkeyRequiredFirst'))
        if (AlwaysOn && !draft.recoveryCodes.get(name)?.Digests.length)
          throw new Invalid(phrase('access.recoveryCodesRequired'))
        if ((draft.passkeyUsers.get(name) !== undefined) === AlwaysOn) return
        if (AlwaysOn) draft.passkeyUsers.put(name, { Name: name })
        else draft.passkeyUsers.remove(name)
        codes.endAllElse(draft, caller)
      })
      bus.publish('auth:otp:update', { username: name, state: 'changed', ip: caller.address })
      return statusOfOtp(facts.otpUsers.get(name), isAlwaysOn(facts, name))
    },

    async remove({ body, caller }) {
      demandProof(facts, caller)
      let name = ''
      await change((draft) => {
        const passkey = draft.passkeys.get(body.ID)
        if (passkey?.User !== codesOwner(caller)) throw new NotFound(phrase('access.passkeyUnknown'))
        name = passkey.Name
        draft.passkeys.remove(body.ID)
        endWithoutFactor(draft, passkey.User)
        codes.endAllElse(draft, caller)
      })
      bus.publish('auth:webauthn:delete', sessionEvent(caller, name))
    },
  }
}

/** Throws `Invalid` if these are as many passkeys as a user may have. */
function demandRoom(own: readonly KeptPasskey[]): void {
  if (own.length >= MOST_PASSKEYS) throw new Invalid(phrase('access.passkeysFull', MOST_PASSKEYS))
}

const descriptorOf = ({ ID, Transports }: KeptPasskey) => ({ type: 'public-key', id: ID, transports: Transports })

/** Throws `Invalid` where browsers have no passkeys: without TLS, and at an IP address (Web Authentication Level 3 §5.1.3). */
function placeOf({ browser }: Caller): Place {
  const origin = browser?.origin
  if (origin === undefined) throw new Invalid(phrase('access.passkeysNeedHttps'))
  const rpId = new URL(origin).hostname
  if (isIp(rpId) || rpId.startsWith('[')) throw new Invalid(phrase('access.passkeysNeedHostName'))
  return { origin, rpId }
}
