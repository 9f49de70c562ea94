import type { CompiledTunnelPeer, Frame, Member } from '../../compiler/network.ts'
import type { PeerSettings } from '../../wire/wireguard.ts'
import type { Items } from '../driver.ts'

export interface TunnelItem {
  readonly kind: 'tunnel'
  readonly link: string
  readonly privateKey: string
  /** UDP; 0 for any. */
  readonly port: number
}

export interface PeerItem extends PeerSettings {
  readonly kind: 'peer'
  readonly link: string
}

export type WireguardItem = TunnelItem | PeerItem

/** Opens a sealed key; undefined if it cannot be opened. */
export type OpenKey = (sealed: string) => string | undefined

const keyOf = (item: WireguardItem): string =>
  item.kind === 'tunnel' ? `tunnel ${item.link}` : `peer ${item.link} ${item.publicKey}`

export const wireguardItemsByKey = (items: readonly WireguardItem[]): Items<WireguardItem> =>
  new Map(items.map((item) => [keyOf(item), item]))

/** A tunnel whose key is lost is not made. */
export const wireguardItemsOf = ({ tunnels }: Frame, open: OpenKey): Items<WireguardItem> =>
  wireguardItemsByKey(
    tunnels.flatMap(({ link, port, peers, ...tunnel }) => {
      const privateKey = open(tunnel.privateKey)
      if (privateKey === undefined) return []
      return [{ kind: 'tunnel', link, privateKey, port }, ...peers.flatMap((peer) => peerItem(link, peer, open))]
    }),
  )

export const peerItems = ({ peer }: Member, open: OpenKey): Items<WireguardItem> =>
  wireguardItemsByKey(peer ? peerItem(peer.link, peer, open) : [])

/** A peer whose preshared key is lost is not made: without that key it could not connect. */
function peerItem(link: string, peer: CompiledTunnelPeer, open: OpenKey): PeerItem[] {
  const { publicKey, endpoint, keepalive } = peer
  // `wg` lists them in another order.
  const allowed = peer.allowed.toSorted()
  const presharedKey = peer.presharedKey && open(peer.presharedKey)
  if (presharedKey === undefined) return []
  return [{ kind: 'peer', link, publicKey, presharedKey, endpoint, allowed, keepalive }]
}
