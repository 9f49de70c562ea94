/** One WireGuard link as `wg show all dump` prints it: wg(8). */
export interface WireguardLink {
  readonly link: string
  /** Base64; empty for a link without a key. */
  readonly privateKey: string
  readonly publicKey: string
  /** UDP; 0 while it is not open. */
  readonly port: number
  readonly peers: readonly WireguardPeer[]
}

export interface WireguardPeer {
  readonly publicKey: string
  /** Base64; empty for none. */
  readonly presharedKey: string
  /** `203.0.113.9:51820`; empty if it is unknown. */
  readonly endpoint: string
  /** Networks with prefix length. A packet from the peer has a source in one of them. */
  readonly allowed: readonly string[]
  /** Unix time in seconds; 0 for never. */
  readonly latestHandshake: number
  /** Bytes. */
  readonly received: number
  readonly sent: number
  /** Seconds; 0 for none. */
  readonly keepalive: number
}

/** The settings of a peer in a configuration file. */
export type PeerSettings = Pick<WireguardPeer, 'publicKey' | 'presharedKey' | 'endpoint' | 'allowed' | 'keepalive'>

const LINK_FIELDS = 5
const PEER_FIELDS = 9

/** The links in the output of `wg show all dump`. Lines of another form are ignored. */
export function parseDump(text: string): WireguardLink[] {
  const links = new Map<string, WireguardLink & { readonly peers: WireguardPeer[] }>()
  for (const line of text.split('\n')) {
    const [link = '', ...fields] = line.split('\t').map((field) => (field === '(none)' ? '' : field))
    if (fields.length === LINK_FIELDS - 1) {
      const [privateKey = '', publicKey = '', port = ''] = fields
      links.set(link, { link, privateKey, publicKey, port: Number(port), peers: [] })
    } else if (fields.length === PEER_FIELDS - 1) links.get(link)?.peers.push(peerOf(fields))
  }
  return [...links.values()]
}

function peerOf([
  publicKey = '',
  presharedKey = '',
  endpoint = '',
  allowed = '',
  handshake,
  received,
  sent,
  keepalive,
]: readonly string[]): WireguardPeer {
  return {
    publicKey,
    presharedKey,
    endpoint,
    allowed: allowed === '' ? [] : allowed.split(','),
    latestHandshake: Number(handshake),
    received: Number(received),
    sent: Number(sent),
    keepalive: keepalive === 'off' ? 0 : Number(keepalive),
  }
}

/** A preshared key of zeros is none: the protocol always mixes one in. */
export const NO_PRESHARED_KEY = `${'A'.repeat(43)}=`

/** A configuration for `wg addconf`, which adds these peers, or replaces all settings of those that exist. */
export const renderPeers = (peers: readonly PeerSettings[]): string =>
  peers
    .map(({ publicKey, presharedKey, endpoint, allowed, keepalive }) =>
      [
        '[Peer]',
        `PublicKey = ${publicKey}`,
        `PresharedKey = ${presharedKey || NO_PRESHARED_KEY}`,
        `AllowedIPs = ${allowed.join(', ')}`,
        ...(endpoint ? [`Endpoint = ${endpoint}`] : []),
        `PersistentKeepalive = ${keepalive || 'off'}`,
        '',
      ].join('\n'),
    )
    .join('\n')
