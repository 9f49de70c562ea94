import type { z } from 'zod'
import type { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { byName } from '../../../parts/lists/natural.ts'
import { vpnTexts as texts } from '../../../texts/vpn/wireguard.ts'
import { ago } from '../../home/devices/ago.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { itemsInText } from '../../internet/links/lists.ts'

export type PeerStatus = z.output<typeof vpn.peers.details.reply>[number]

/** A peer with its device. */
export interface Remote {
  readonly peer: PeerStatus
  readonly entry: ShownDevice
}

/** Connected ones first, then by name. */
export const remotesOf = (peers: readonly PeerStatus[], entries: readonly ShownDevice[]): Remote[] => {
  const byKey = new Map(entries.map((entry) => [entry.device.WGPubKey, entry]))
  return peers
    .flatMap((peer) => {
      const entry = byKey.get(peer.PublicKey)
      return entry ? [{ peer, entry }] : []
    })
    .sort((a, b) => Number(b.peer.Online) - Number(a.peer.Online) || byName(a.entry.name, b.entry.name))
}

/** `Online · last handshake 1 minute ago`. `now` in milliseconds. */
export function peerStateWords({ peer, entry }: Remote, isUp: boolean, now: number): string {
  const { Online, LatestHandshake } = peer
  if (entry.status === 'disabled') return texts.states.disabled
  const state = isUp ? texts.states[Online ? 'online' : 'offline'] : texts.states.off
  if (LatestHandshake === 0) return isUp && !Online ? texts.states.never : state
  return `${state} · ${texts.handshake(ago(new Date(LatestHandshake * 1000), new Date(now)))}`
}

/** `Example Telecom · 203.0.113.9`; empty before the first packet. */
export function whereWords(endpoint: string, networks: ReadonlyMap<string, string>): string {
  const host = hostOfEndpoint(endpoint)
  if (host === undefined) return ''
  const network = networks.get(host)
  return network ? `${network} · ${host}` : host
}

/** Entries of the field with a port, which is that of the server where none was typed. */
export const endpointsOf = (text: string, port: number): string[] =>
  itemsInText(text).map((item) => (/:\d+$/.test(item) ? item : `${item}:${port}`))

/** Address and port of `203.0.113.9:40000` or `[2001:db8::1]:40000`. Undefined for `(none)`. */
export function hostOfEndpoint(endpoint: string): string | undefined {
  return /^\[?([\d.a-fA-F:]+?)\]?:\d+$/.exec(endpoint)?.[1]
}
