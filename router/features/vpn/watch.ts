import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { VpnPeer } from '../../store/presence.ts'
import type { WireguardLink, WireguardPeer } from '../../wire/wireguard.ts'
import { VPN_LINK } from './server.ts'

const EVERY_MS = 2000
/** A session ends after three minutes without a handshake: `REJECT_AFTER_TIME` in section 6.1 of the WireGuard paper. */
const SESSION_MS = 180_000

/** Whether a peer whose last handshake was at this Unix time in seconds (0: never) has a session at `now` in milliseconds. */
export const isOnline = (latestHandshake: number, now: number): boolean => now - latestHandshake * 1000 < SESSION_MS

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly clock: Clock
  readonly bus: Bus
  readonly show: () => Promise<readonly WireguardLink[]>
  readonly onFailure: (what: string, error: unknown) => void
}

/** Keeps in presence which peers of the VPN server are connected, and publishes when that changes. */
export function watchPeers({ facts, change, clock, bus, show, onFailure }: Deps): Disposable {
  let next: Disposable | undefined
  let closed = false

  async function update(): Promise<void> {
    if (facts.vpnPeers.size === 0 && (facts.peers.size === 0 || !facts.setting('vpn').Up)) return
    const server = (await show()).find(({ link }) => link === VPN_LINK)
    const now = new Map(
      server?.peers.flatMap((peer) => {
        const state = stateOf(peer, facts.vpnPeers.get(peer.publicKey), clock.now())
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
function stateOf(peer: WireguardPeer, before: VpnPeer | undefined, now: number): VpnPeer | undefined {
  const { publicKey, endpoint, latestHandshake } = peer
  if (latestHandshake === 0) return before && { ...before, online: false }
  const handshake = latestHandshake * 1000
  const online = isOnline(latestHandshake, now)
  return { publicKey, online, endpoint, since: online && before?.online ? before.since : handshake }
}
