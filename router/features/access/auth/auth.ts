import type { Core } from '../../../core.ts'
import { AccessDenied, Locked } from '../../../errors.ts'
import { openRecordLimit } from '../../../machine/recordlimit.ts'
import type {
  AccessRule,
  Auth,
  AuthCall,
  BrowserCredentials,
  CallPeer,
  WebsocketRefusal,
  WebsocketSignIn,
} from '../../../model/access/admission.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import { isPermitted } from '../../../model/access/credentials/role.ts'
import { mayCall } from '../../../model/access/credentials/scope.ts'
import { roleOf } from '../../../model/access/credentials/user.ts'
import type { Caller } from '../../../model/operation.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { granteeOf } from '../../plugins/installed/scoperight.ts'
import { isUiToken, scopesOfUi, type UiSessions } from '../../plugins/installed/uisessions.ts'
import { bearerOf, browserSessionOf, type HeldSession, validityOf } from '../credentials/bearers.ts'
import { factorOf, hasFactor, isAlwaysOn, proofMissing } from '../credentials/factors.ts'
import { matchesPassword } from '../credentials/password.ts'
import { openPasswords } from '../credentials/passwords.ts'
import type { Proofs } from '../credentials/proofs.ts'
import type { SessionUse } from '../credentials/sessionuse.ts'
import { eventsFor } from '../users/limits.ts'
import { type Credentials, credentialsIn, readingsOf } from './authorization.ts'

/** Longer names are cut in events: callers without credentials choose them. */
const MAX_NAME = 64

export interface AuthDeps extends Pick<Core, 'facts' | 'bus' | 'clock'> {
  readonly proofs: Proofs
  /** Whether an address comes in over an uplink that the world can reach. */
  readonly isFromUplink: (address: string) => boolean
  /** Sessions of plugin pages. */
  readonly uiSessions?: Pick<UiSessions, 'find'> | undefined
  readonly sessionUse?: Pick<SessionUse, 'note'> | undefined
}

/** The user or token that credentials name, and what they permit. */
interface Claim {
  readonly type: 'user' | 'token'
  /** For events: never the credential itself. */
  readonly name: string
  /** Absent when the credentials are wrong, or not for this call. */
  readonly caller?: Caller
  /** As in `Admitted`; from the caller if absent. */
  readonly isStillGood?: () => boolean
  /** Whose proofs count beside them; absent for a token with scopes. */
  readonly provedBy?: string
}

export function openAuth({ facts, bus, clock, proofs, isFromUplink, uiSessions, sessionUse }: AuthDeps): Auth {
  const passwords = openPasswords({ users: facts.users, clock, matches: matchesPassword })
  const needsProof = (name: string): boolean => isAlwaysOn(facts, name)

  const failures = openRecordLimit(clock, (count) => {
    const msg = `${count} more failed sign-ins are not listed`
    bus.publish('log:api', { level: 'warning', msg, time: new Date(clock.now()).toISOString() })
  })

  function publish(
    topic: 'auth:success' | 'auth:failure',
    { type, name }: Claim,
    peer: CallPeer,
    via: 'api' | 'websocket',
  ) {
    if (topic === 'auth:failure' && !failures.admits(peer.address)) return
    const ip = `${peer.address}:${peer.port}`
    const shown = name.slice(0, MAX_NAME)
    bus.publish(topic, { type, reason: `${ip}:${via}`, ip, username: shown, name: shown })
  }

  /** As `passwords.check`; an attempt while the address is locked is a failed one. Throws `Locked`. */
  async function checkPassword(
    name: string,
    readings: readonly string[],
    peer: CallPeer,
    via: 'api' | 'websocket',
    origin?: string,
  ) {
    try {
      return await passwords.check({ address: peer.address, origin }, name, readings)
    } catch (error) {
      if (error instanceof Locked) publish('auth:failure', { type: 'user', name }, peer, via)
      throw error
    }
  }

  /** Throws `AccessDenied` with a kind that the pages of plugins read. */
  function identifyUi(token: string, rule: AccessRule, call: AuthCall, peer: CallPeer): Claim {
    const session = uiSessions?.find(token)
    const name = `plugin:${session?.pluginURI ?? ''}`
    const refuse = (error: AccessDenied): never => {
      publish('auth:failure', { type: 'token', name }, peer, 'api')
      throw error
    }
    if (!session) return refuse(new AccessDenied('invalid_token', phrase('access.pluginSessionEnded')))
    if (!mayCall(scopesOfUi(session), call.method, rule.scopedAs ?? call.path))
      return refuse(new AccessDenied('insufficient_scope', phrase('access.pluginPathsOnly')))
    const isStillGood = () => uiSessions?.find(token) !== undefined
    return { type: 'token', name, caller: { name, kind: 'token', address: peer.address }, isStillGood }
  }

  const claimOf = ({ key, session: { Name: name } }: HeldSession, { address }: CallPeer): Claim => {
    sessionUse?.note(key, address)
    return { type: 'user', name, caller: { name, kind: 'user', address, session: key }, provedBy: name }
  }

  function identifyBrowser(credentials: BrowserCredentials, peer: CallPeer): Claim {
    const held = browserSessionOf(facts, credentials, clock.now())
    return held ? claimOf(held, peer) : { type: 'user', name: '' }
  }

  async function identify(credentials: Credentials, rule: AccessRule, call: AuthCall, peer: CallPeer): Promise<Claim> {
    const { address } = peer
    if ('password' in credentials) {
      const { name } = credentials
      const caller: Caller = { name, kind: 'user', address }
      // Before the check, which takes a while: the password that is checked is the one of now.
      const isStillGood = validityOf(facts, clock, caller)
      const isRight = (await checkPassword(name, [credentials.password], peer, 'api', call.foreignOrigin)) !== undefined
      if (!isRight) return { type: 'user', name }
      const isProved = !needsProof(name) || rule.withoutProof || (await proofs.isValid(call.proof, name))
      if (!isProved) {
        publish('auth:failure', { type: 'user', name }, peer, 'api')
        throw proofMissing(factorOf(facts, name))
      }
      return { type: 'user', name, caller, isStillGood, provedBy: name }
    }
    if (isUiToken(credentials.bearer)) return identifyUi(credentials.bearer, rule, call, peer)
    const bearer = bearerOf(facts, credentials.bearer, clock.now())
    if (!bearer) return { type: 'token', name: '' }
    if (bearer.kind === 'session') return claimOf(bearer, peer)
    const { Name: name, ScopedPaths } = bearer.token
    const method = rule.effects && call.method === 'GET' ? 'PUT' : call.method
    if (!mayCall(ScopedPaths, method, rule.scopedAs ?? call.path)) return { type: 'token', name }
    const plugin = rule.right && granteeOf(facts, bearer.key, rule.right)
    const caller: Caller = {
      name,
      kind: 'token',
      address,
      token: bearer.key,
      ...(plugin !== undefined ? { plugin } : {}),
    }
    return { type: 'token', name, caller, ...(ScopedPaths.length === 0 ? { provedBy: ADMIN } : {}) }
  }

  /** Throws `AccessDenied` if the role of a user does not permit the call. Tokens have scopes in place of a role. */
  function demandRole(rule: AccessRule, { kind, name }: Caller): void {
    const role = roleOf(facts.users.get(name))
    if (kind !== 'user' || isPermitted(rule, role)) return
    throw new AccessDenied('forbidden', phrase('access.roleTooLow', rolesOf(rule), name, role ?? 'none'))
  }

  /** Throws `AccessDenied` if the operation is not permitted to an authenticated caller. */
  async function demand(rule: AccessRule, { caller, provedBy }: Claim, proof: string | undefined): Promise<void> {
    const { access } = rule
    if (caller) demandRole(rule, caller)
    if (access === 'password' && caller?.kind === 'token')
      throw new AccessDenied('unauthorized', phrase('access.tokenNotPassword'))
    if (access !== 'code' || caller?.plugin !== undefined) return
    if (provedBy === undefined) throw new AccessDenied('unauthorized', phrase('access.scopedTokenForbidden'))
    if (await proofs.isValid(proof, provedBy)) return
    throw new AccessDenied(
      'unauthorized',
      hasFactor(facts, provedBy)
        ? proofMissing(factorOf(facts, provedBy)).phrase
        : phrase('access.oneTimeCodeRequired'),
    )
  }

  return {
    async admit(given, call, peer) {
      const isSetUp = facts.setting('setup').done
      const rule: AccessRule = given.untilSetUp && !isSetUp ? { ...given, access: 'setup' } : given
      if (rule.access === 'public') return { caller: anonymous(peer), isStillGood: always }
      const { authorization, proof, browser } = call
      const credentials = authorization === undefined ? undefined : credentialsIn(authorization)
      const claim = credentials
        ? await identify(credentials, rule, call, peer)
        : authorization === undefined && browser
          ? identifyBrowser(browser, peer)
          : undefined
      if (peer.listener === 'console' && (claim?.caller || authorization === undefined)) {
        // Access to the console's socket is access to the router, but credentials that are given must be valid.
        const caller: Caller = { name: 'console', kind: 'console', address: peer.address }
        return { caller: rule.mayNeedCode ? { ...caller, isProved: true } : caller, isStillGood: always }
      }
      if (claim?.caller) {
        try {
          await demand(rule, claim, proof)
        } catch (error) {
          publish('auth:failure', claim, peer, 'api')
          throw error
        }
        publish('auth:success', claim, peer, 'api')
        const { caller, provedBy, isStillGood = validityOf(facts, clock, caller) } = claim
        if (!rule.mayNeedCode || provedBy === undefined) return { caller, isStillGood }
        return { caller: { ...caller, isProved: await proofs.isValid(proof, provedBy) }, isStillGood }
      }
      if (claim) publish('auth:failure', claim, peer, 'api')
      const isOpen = rule.access === 'setup' && !isSetUp
      if (isOpen && !isFromUplink(peer.address))
        return { caller: anonymous(peer), isStillGood: () => !facts.setting('setup').done }
      throw new AccessDenied('unauthorized', phrase('request.unauthorized'))
    },

    async signIn(message, peer, cookies = []) {
      const colon = message.indexOf(':')
      const claim = (name: string, type: Claim['type'] = 'user'): Claim => ({ type, name })
      const refuse = (claimed: Claim, words: WebsocketRefusal = 'Authentication failure'): WebsocketRefusal => {
        publish('auth:failure', claimed, peer, 'websocket')
        return words
      }
      const welcome = (claimed: Claim, isStillGood: () => boolean): WebsocketSignIn => {
        publish('auth:success', claimed, peer, 'websocket')
        const mayGet = eventsFor(facts)
        const { name, type } = claimed
        return { isStillGood, mayGet: (topic, payload) => type === 'token' || mayGet(name, topic, payload) }
      }

      if (colon < 0) {
        const held = () => browserSessionOf(facts, { cookies, csrf: message }, clock.now())
        const bearer = () => held() ?? bearerOf(facts, message, clock.now())
        const known = bearer()
        if (!known) return refuse(claim('', 'token'))
        const claimed = known.kind === 'token' ? claim(known.token.Name, 'token') : claim(known.session.Name)
        if (known.kind === 'token' && known.token.ScopedPaths.length > 0) return refuse(claimed)
        if (known.kind === 'session') sessionUse?.note(known.key, peer.address)
        return welcome(claimed, () => bearer() !== undefined)
      }

      const [name, rest] = [message.slice(0, colon), message.slice(colon + 1)]
      const claimed = claim(name)
      const isSame = validityOf(facts, clock, { name, kind: 'user', address: peer.address })
      // Locked, or not to be checked now: to a websocket there is only one refusal.
      const password = await checkPassword(name, readingsOf(rest), peer, 'websocket').catch(() => null)
      if (password === null) return 'Authentication failure'
      if (password === undefined) return refuse(claimed)
      const proof = rest.slice(password.length + 1)
      const isProved = needsProof(name) && (await proofs.isValid(proof, name))
      if (needsProof(name) && !isProved) return refuse(claimed, 'Invalid JWT OTP')
      return welcome(claimed, () => isSame() && (isProved || !needsProof(name)))
    },
  }
}

const always = (): boolean => true

const anonymous = (peer: CallPeer): Caller => ({ name: '', kind: 'anonymous', address: peer.address })

/** Who may make a call, in words. */
function rolesOf({ roles = [] }: AccessRule): Phrase {
  const owner = phrase('access.roleOwner')
  const [second, third] = roles.map((role) => phrase(ROLE_CODES[role]))
  if (!second) return owner
  return third ? phrase('access.oneOfThreeRoles', owner, second, third) : phrase('access.eitherRole', owner, second)
}

const ROLE_CODES = { viewer: 'access.roleViewer', parent: 'access.roleParent' } as const
