import { Unauthorized } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Access, Caller } from '../../features/operation.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Peer } from './doors.ts'
import { openPasswords } from './passwords.ts'

/** Longer names are cut in events: they come from whoever knocks. */
const MAX_NAME = 64

export interface Auth {
  /** Who may make this call, in the order of decisions of the API. Throws `Unauthorized` and `Locked`. */
  admit(access: Access, authorization: string | undefined, peer: Peer): Promise<Caller>
  /** Who a websocket's first message names; undefined when it names nobody, or the address is locked. */
  signIn(message: string, peer: Peer): Promise<Caller | undefined>
}

export interface AuthNeeds {
  readonly facts: Facts
  readonly bus: Bus
  readonly clock: Clock
  /** Whether an address comes in over an uplink that the world can reach. */
  readonly isFromUplink: (address: string) => boolean
}

export function openAuth({ facts, bus, clock, isFromUplink }: AuthNeeds): Auth {
  const passwords = openPasswords({ users: facts.users, clock })

  async function check(name: string, readings: readonly string[], peer: Peer, via: 'api' | 'websocket') {
    const ip = `${peer.address}:${peer.port}`
    const shown = name.slice(0, MAX_NAME)
    const event = { type: 'user' as const, reason: `${ip}:${via}`, ip, username: shown, name: shown }
    const isRight = await passwords.check(peer.address, name, readings)
    bus.publish(isRight ? 'auth:success' : 'auth:failure', event)
    return isRight ? ({ name, kind: 'user', address: peer.address } satisfies Caller) : undefined
  }

  async function identify(authorization: string, peer: Peer): Promise<Caller | undefined> {
    const basic = basicCredentials(authorization)
    return basic && check(basic.name, [basic.password], peer, 'api')
  }

  return {
    async admit(access, authorization, peer) {
      if (access === 'public') return nobody(peer)
      const known = authorization === undefined ? undefined : await identify(authorization, peer)
      if (peer.door === 'console' && (known || authorization === undefined)) {
        // Whoever holds the console's socket holds the router; but a name that is given has to be the right one.
        return { name: 'console', kind: 'console', address: peer.address }
      }
      if (known) {
        if (access === 'code') throw new Unauthorized('This needs a one-time code, and one has to be registered first.')
        return known
      }
      const isOpen = access === 'setup' && !facts.setting('setup').done
      if (isOpen && !isFromUplink(peer.address)) return nobody(peer)
      throw new Unauthorized('Unauthorized')
    },

    async signIn(message, peer) {
      const colon = message.indexOf(':')
      if (colon < 0) return undefined
      try {
        return await check(message.slice(0, colon), readings(message.slice(colon + 1)), peer, 'websocket')
      } catch {
        // Locked, or not to be checked now: to a websocket there is only one refusal.
        return undefined
      }
    },
  }
}

const nobody = (peer: Peer): Caller => ({ name: '', kind: 'nobody', address: peer.address })

/** RFC 7617: the name ends at the first colon; the password may hold more of them. */
function basicCredentials(authorization: string): { name: string; password: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * What follows `user:` in a websocket's first message is `password` or `password:jwt`, and passwords may hold colons: up
 * to the first colon, then the whole, then up to the last one.
 */
const readings = (rest: string): string[] => {
  const upTo = (colon: number) => (colon < 0 ? rest : rest.slice(0, colon))
  return [...new Set([upTo(rest.indexOf(':')), rest, upTo(rest.lastIndexOf(':'))])]
}
