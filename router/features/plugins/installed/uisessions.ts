import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { AccessDenied } from '../../../errors.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { type KeptPlugin, keyOfPlugin } from '../../../model/plugins/installed/plugin.ts'
import { UI_PROTOCOL, type uiSessions } from '../../../model/plugins/installed/uicontract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { validityOf } from '../../access/credentials/bearers.ts'
import { digestOf } from '../../access/credentials/credential.ts'

const PREFIX = 'sprui1_'
const LIFETIME_MS = 10 * 60_000
/** Further ones replace the oldest. */
const MOST = 256

/** A session of a plugin's pages: its token may call the paths of that plugin and nothing else. */
interface UiSession {
  readonly sessionId: string
  readonly pluginURI: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface Kept extends UiSession {
  readonly digest: string
  /** `expiresAt` by the monotonic clock. */
  readonly until: number
  readonly plugin: KeptPlugin
  /** Whether the credentials of the caller who began it are still valid: it ends with them. */
  readonly isOwned: () => boolean
}

/** Sessions of plugin pages. They are not saved: a restart ends them. */
export interface UiSessions {
  /** Begins a session, in place of an earlier one of the same plugin. The token is returned only here. */
  begin(plugin: KeptPlugin, caller: Caller, replaces?: string): UiSession & { readonly token: string }
  end(sessionId: string): void
  /** Calls the listener when a session was ended or replaced. */
  onEnd(listener: () => void): Disposable
  /** The session with this token; undefined if there is none or it has ended. */
  find(token: string): UiSession | undefined
  /** Whether a session with this identifier may show the pages of the plugin. */
  shows(sessionId: string, plugin: KeptPlugin): boolean
}

export const isUiToken = (token: string): boolean => token.startsWith(PREFIX)

/** The scopes of a session's token. */
export const scopesOfUi = ({ pluginURI }: UiSession): readonly string[] => [`/plugins/${pluginURI}:rw`]

export function openUiSessions({ facts, clock }: { readonly facts: Facts; readonly clock: Clock }): UiSessions {
  const sessions = new Map<string, Kept>()
  const listeners = new Set<() => void>()

  const isCurrent = ({ until, plugin, isOwned }: Kept): boolean => {
    const now = facts.plugins.get(keyOfPlugin(plugin))
    return until > clock.monotonic() && now !== undefined && hasSandboxedUi(now) && now.URI === plugin.URI && isOwned()
  }
  const current = (): Kept[] => [...sessions.values()].filter(isCurrent)

  return {
    begin(plugin, caller, replaces) {
      for (const [id, kept] of sessions) if (!isCurrent(kept) || id === replaces) sessions.delete(id)
      for (const id of sessions.keys()) if (sessions.size >= MOST) sessions.delete(id)
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
      const session = {
        sessionId: randomBytes(16).toString('base64url'),
        pluginURI: plugin.URI,
        expiresAt: clock.now() + LIFETIME_MS,
      }
      sessions.set(session.sessionId, {
        ...session,
        digest: digestOf(token),
        until: clock.monotonic() + LIFETIME_MS,
        plugin,
        isOwned: validityOf(facts, clock, caller),
      })
      if (replaces !== undefined) for (const listener of listeners) listener()
      return { ...session, token }
    },
    end(sessionId) {
      sessions.delete(sessionId)
      for (const listener of listeners) listener()
    },
    onEnd(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    find(token) {
      const digest = digestOf(token)
      return current().find((kept) => kept.digest === digest)
    },
    shows: (sessionId, plugin) =>
      current().some((kept) => kept.sessionId === sessionId && kept.plugin.Name === plugin.Name),
  }
}

const hasSandboxedUi = ({ Enabled, HasUI, SandboxedUI, URI }: KeptPlugin): boolean =>
  Enabled && HasUI && SandboxedUI && URI !== ''

export function uiSessionHandlers({
  facts,
  sessions,
}: Pick<Core, 'facts'> & { readonly sessions: UiSessions }): Handlers<typeof uiSessions> {
  return {
    begin({ body: { pluginURI, protocolVersion, replaceSessionId }, caller }) {
      if (protocolVersion !== UI_PROTOCOL)
        throw new AccessDenied('unsupported_protocol', phrase('plugins.otherVersionNeeded', UI_PROTOCOL))
      const plugin = [...facts.plugins.values()].find(({ URI }) => URI === pluginURI)
      if (!plugin || !hasSandboxedUi(plugin))
        throw new AccessDenied('forbidden', phrase('plugins.sandboxedPageUnknown'))
      return { ...sessions.begin(plugin, caller, replaceSessionId ?? undefined), protocolVersion: UI_PROTOCOL }
    },
    end: ({ params: { id } }) => sessions.end(id),
  }
}
