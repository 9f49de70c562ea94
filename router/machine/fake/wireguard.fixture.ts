import { createPrivateKey, createPublicKey } from 'node:crypto'
import { CommandFailed } from '../../errors.ts'
import { NO_PRESHARED_KEY } from '../../wire/wireguard.ts'
import { LINK_GROUP } from '../routing.ts'
import type { fakeIp } from './ip.fixture.ts'

interface FakePeer {
  presharedKey: string
  allowed: readonly string[]
  endpoint: string
  keepalive: string
  handshake: number
}

interface FakeTunnel {
  /** Of the kernel; otherwise of wireguard-go. */
  readonly inKernel: boolean
  privateKey: string
  port: number
  group: string
  readonly peers: Map<string, FakePeer>
}

/** WireGuard in memory: the programs wg, wireguard-go and `ip link` for its links. */
export function fakeWireguard(files: ReadonlyMap<string, string>, ip: ReturnType<typeof fakeIp>) {
  const tunnels = new Map<string, FakeTunnel>()
  const commands: string[] = []
  const has = { kernel: true, userspace: true, tools: true, freePort: true }

  const failed = (argv: readonly string[], stderr: string, code: number | null = 1): never => {
    throw new CommandFailed(argv, code, stderr)
  }
  const tunnelOf = (argv: readonly string[], link: string): FakeTunnel =>
    tunnels.get(link) ?? failed(argv, 'Unable to modify interface: No such device\n')

  function add(argv: readonly string[], link: string, inKernel: boolean): string {
    if (ip.links.has(link)) failed(argv, 'RTNETLINK answers: File exists\n', 2)
    ip.plug(link, '')
    ip.links.get(link)!.mtu = 1420
    ip.links.get(link)!.up = false
    tunnels.set(link, { inKernel, privateKey: '', port: 0, group: 'default', peers: new Map() })
    return ''
  }

  function ipLink(argv: readonly string[]): string | undefined {
    const words = argv.filter((word) => !word.startsWith('-'))
    const [, , verb] = words
    if (verb === 'add') {
      if (!has.kernel) failed(argv, 'Error: Unknown device type.\n', 2)
      return add(argv, words[4] ?? '', true)
    }
    if (verb === 'delete') {
      if (!tunnels.has(words[3] ?? '')) failed(argv, 'Cannot find device\n')
      tunnels.delete(words[3] ?? '')
      ip.unplug(words[3] ?? '')
      return ''
    }
    if (verb === 'set') {
      const [, , , link = '', , group = ''] = words
      if (ip.links.has(link) && !tunnels.has(link)) return undefined
      if (!has.freePort) failed(argv, 'RTNETLINK answers: Address already in use\n', 2)
      tunnelOf(argv, link).group = group
      ip.links.get(link)!.up = true
      return ''
    }
    if (words[3] !== 'group') return undefined
    return JSON.stringify([...tunnels].map(([ifname, { group }]) => (group === String(LINK_GROUP) ? { ifname } : {})))
  }

  function wg(argv: readonly string[]): string {
    const [, verb, link = '', ...words] = argv
    if (!has.tools) failed(argv, 'spawn wg ENOENT', null)
    if (verb === 'show') return dump()
    const tunnel = tunnelOf(argv, link)
    if (verb === 'addconf') addPeers(tunnel, files.get(words[0] ?? '') ?? '')
    else if (words[0] === 'private-key') {
      tunnel.privateKey = (files.get(words[1] ?? '') ?? '').trim()
      tunnel.port = Number(words[3])
    } else for (let i = 0; i < words.length; i += 3) tunnel.peers.delete(words[i + 1] ?? '')
    return ''
  }

  function addPeers(tunnel: FakeTunnel, text: string): void {
    for (const section of text.split('[Peer]').slice(1)) {
      const field = (name: string): string => new RegExp(`^${name} = (.*)$`, 'm').exec(section)?.[1] ?? ''
      const key = field('PublicKey')
      const allowed = field('AllowedIPs').split(', ')
      // An address belongs to the peer that got it last.
      for (const peer of tunnel.peers.values()) peer.allowed = peer.allowed.filter((net) => !allowed.includes(net))
      const had = tunnel.peers.get(key)
      tunnel.peers.set(key, {
        presharedKey: field('PresharedKey') === NO_PRESHARED_KEY ? '' : field('PresharedKey'),
        allowed,
        endpoint: field('Endpoint') || had?.endpoint || '',
        keepalive: field('PersistentKeepalive'),
        handshake: had?.handshake ?? 0,
      })
    }
  }

  const dump = (): string =>
    [...tunnels]
      .flatMap(([link, { privateKey, port, peers }]) => [
        [link, privateKey || '(none)', privateKey ? publicKeyOf(privateKey) : '(none)', port, 'off'],
        ...[...peers].map(([key, peer]) => {
          const allowed = peer.allowed.join() || '(none)'
          const { presharedKey, endpoint, handshake, keepalive } = peer
          return [link, key, presharedKey || '(none)', endpoint || '(none)', allowed, handshake, 0, 0, keepalive]
        }),
      ])
      .map((fields) => `${fields.join('\t')}\n`)
      .join('')

  return {
    tunnels,
    /** The commands that changed something, without the names of files. */
    commands,
    /** What the machine has; tests take it away. */
    has,
    /** The output of a program that is about WireGuard; undefined for any other. */
    run(argv: readonly string[]): string | undefined {
      const isLink = argv[0] === 'ip' && argv.includes('link') && !(argv.includes('show') && !argv.includes('group'))
      const isUserspace = argv.includes('wireguard-go')
      if (argv[0] !== 'wg' && !isLink && !isUserspace) return undefined
      if (!argv.includes('show')) commands.push(argv.join(' '))
      if (argv[0] === 'wg') return wg(argv)
      if (!isUserspace) return ipLink(argv)
      if (!has.userspace) failed(argv, "env: 'wireguard-go': No such file or directory\n", 127)
      return add(argv, argv.at(-1) ?? '', false)
    },
    /** A handshake of a peer now, at this time in seconds, from this endpoint. */
    handshake(link: string, key: string, handshake: number, endpoint: string): void {
      const peer = tunnels.get(link)?.peers.get(key)
      if (peer) Object.assign(peer, { handshake, endpoint })
    },
    /** wireguard-go has ended, or another program has removed the link. */
    end(link: string): void {
      tunnels.delete(link)
      ip.unplug(link)
    },
  }
}

/** RFC 8410: the header of a private key of X25519 in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

function publicKeyOf(privateKey: string): string {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(privateKey, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
}
