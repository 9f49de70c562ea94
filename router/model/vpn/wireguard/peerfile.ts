import type { z } from 'zod'
import type { vpn } from './contract.ts'

/** `home`: only the networks of the home. */
export type Through = 'all' | 'home'

interface PeerFile {
  readonly config: z.output<typeof vpn.addPeer.details.reply>
  readonly privateKey: string
  readonly through: Through
  /** The networks of the home, such as `192.168.2.0/24`. */
  readonly home: readonly string[]
  /** Whether the peer may use the router's resolver. Without it, and with its own internet access, it keeps its resolver. */
  readonly usesDns: boolean
}

/** The configuration of a peer in the form of wg-quick(8), for apps and QR codes. */
export function peerFile({ config: { Interface, Peer }, privateKey, through, home, usesDns }: PeerFile): string {
  return [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${Interface.Address}/32`,
    ...(usesDns || through === 'all' ? [`DNS = ${Interface.DNS}`] : []),
    '',
    '[Peer]',
    `PublicKey = ${Peer.PublicKey}`,
    `PresharedKey = ${Peer.PresharedKey}`,
    `AllowedIPs = ${through === 'all' ? Peer.AllowedIPs : home.join(', ')}`,
    `Endpoint = ${Peer.Endpoint}`,
    `PersistentKeepalive = ${Peer.PersistentKeepalive}`,
    '',
  ].join('\n')
}

/** Apps take the name of the tunnel from the file: a link name of Linux has at most 15 characters. */
const MOST = 15

/** `mums-phone.conf` for “Mum’s phone”. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-+|-+$/g, '')
  return `${plain || 'home'}.conf`
}
