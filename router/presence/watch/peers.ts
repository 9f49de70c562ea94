import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import { VPN_LINK } from '../../model/vpn/wireguard/server.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { WireguardLink, WireguardPeer } from '../../wire/wireguard.ts'
import type { VpnPeer } from '../tables.ts'

const EVERY_MS = 2000
/** A session ends after three minutes without a handshake: `REJECT_AFTER_TIME` in section 6.1 of the WireGuard paper. */
const SESSION_MS = 180_000

/** Whether a peer whose last handshake was at this Unix time in seconds (0: never) has a session at `now` in milliseconds. */
export const hasPeerSession = (latestHandshake: number, now: number): boolean =>
  now - latestHandshake * 1000 < SESSION_MS

/** Which peers have a session. */
export interface PeerSessions {
  /** Whether a peer has a session, whose latest handshake is now reported as `handshake`, in Unix seconds. */
  has(key: string, handshake: number): boolean
}

/**
 * Measures the ages of handshakes by the monotonic clock, from the call that first reports each of them. The kernel reports the time of
 * day of a handshake: after the clock is set, its difference to the present time is not its age.
 */
export function openPeerSessions(clock: Clock): PeerSessions {
  const seen = new Map<string, { readonly handshake: number; readonly at: number }>()
  return {
    has(key, handshake) {
      if (handshake === 0) return seen.delete(key) && false
      const now = clock.monotonic()
      let one = seen.get(key)
      if (one?.handshake !== handshake) {
        one = { handshake, at: now - Math.max(0, clock.now() - handshake * 1000) }
        seen.set(key, one)
      }
      return now - one.at < SESSION_MS
    },
  }
}

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly clock: Clock
  readonly bus: Bus
  /** The present links of WireGuard. */
  readonly show: () => Promise<readonly WireguardLink[]>
  readonly onFailure: (what: string, error: unknown) => void
}

/** Keeps in presence which peers of the VPN server are connected, and publishes when that changes. */
export function watchPeers({ facts, change, clock, bus, show, onFailure }: Deps): Disposable {
  const sessions = openPeerSessions(clock)
  let next: Disposable | undefined
  let closed = false

  async function update(): Promise<void> {
    if (facts.vpnPeers.size === 0 && (facts.peers.size === 0 || !facts.setting('vpn').Up)) return
    const server = (await show()).find(({ link }) => link === VPN_LINK)
    const now = new Map(
      server?.peers.flatMap((peer) => {
        const state = stateOf(peer, facts.vpnPeers.get(peer.publicKey), sessions)
        return state ? [[peer.publicKey, state] as const] : []
      }),
    )
    const before = new Map(facts.vpnPeers)
    const changed = [...now.values()].filter((peer) => !isDeepStrictEqual(peer, before.get(peer.publicKey)))
    const gone = [...before.values()].filter(({ publicKey }) => !now.has(publicKey))
    if (changed.length === 0 && gone.length === 0) return
    await change((draft) => {
      for (const peer of changed) draft.vpnPeers.put(peer.publicKey, peer)
      for (const { publicKey } of gone) draft.vpnPeers.remove(publicKey)
    })
    for (const peer of changed)
      if (peer.online !== (before.get(peer.publicKey)?.online ?? false)) announce(peer, peer.online)
    for (const peer of gone) if (peer.online) announce(peer, false)
  }

  function announce({ publicKey, endpoint }: VpnPeer, online: boolean): void {
    bus.publish(online ? 'device:vpn:online' : 'device:vpn:offline', {
      VPNType: 'wireguard',
      DeviceIP: facts.devices.by('WGPubKey', publicKey)?.RecentIP ?? '',
      RemoteEndpoint: endpoint,
      Status: online ? 'online' : 'offline',
    })
  }

  const later = (): void => {
    next = clock.after(EVERY_MS, () => {
      void update()
        .catch((error) => onFailure('the state of VPN peers could not be read', error))
        .then(() => closed || later())
    })
  }
  later()
  return {
    [Symbol.dispose]() {
      closed = true
      next?.[Symbol.dispose]()
    },
  }
}

/** Undefined for a peer that never had a session. */
function stateOf(peer: WireguardPeer, before: VpnPeer | undefined, sessions: PeerSessions): VpnPeer | undefined {
  const { publicKey, endpoint, latestHandshake } = peer
  if (latestHandshake === 0) return before && { ...before, online: false }
  const handshake = latestHandshake * 1000
  const online = sessions.has(publicKey, latestHandshake)
  return { publicKey, online, endpoint, since: online && before?.online ? before.since : handshake }
}
