import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import type { Internet } from './internet.ts'
import { addLink } from './roadwarrior.ts'

const PORT = 51_820

/** A provider of tunnels: an ordinary Linux machine with `wg`, which forwards its customers' packets with its own address. */
export class TunnelProvider implements AsyncDisposable {
  readonly namespace: Namespace
  /** Its address in the internet. */
  readonly address: string
  /** The file that it gives to its customer, for wg-quick. */
  readonly file: string

  constructor(namespace: Namespace, address: string, file: string) {
    this.namespace = namespace
    this.address = address
    this.file = file
  }

  /** Drops all packets of the tunnel without a reply, and accepts them again. */
  async fail(): Promise<void> {
    const rules = [
      'add table inet failing',
      'add chain inet failing arrival { type filter hook prerouting priority -300; }',
      `add rule inet failing arrival udp dport ${PORT} drop`,
    ]
    await this.namespace.run(['nft', '-f', '-'], { input: `${rules.join('\n')}\n` })
  }

  async recover(): Promise<void> {
    await this.namespace.run(['nft', 'delete', 'table', 'inet', 'failing'])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.namespace[Symbol.asyncDispose]()
  }
}

/** Opens a provider whose customer has the address 10.64.0.2. `dns`: the resolver in its file. */
export async function openTunnelProvider(
  internet: Internet,
  dir: string,
  { name, host, dns, more = [] }: { name: string; host: number; dns: string; more?: readonly string[] },
): Promise<TunnelProvider> {
  const namespace = await openNamespace(name, dir)
  await internet.plug({ namespace, link: 'eth0' })
  const { gateway, prefix } = internet.addressing
  const address = gateway.replace(/\d+$/, String(host))
  await namespace.ip(`addr add ${address}/${prefix} dev eth0`, `route add default via ${gateway}`)
  const key = async (): Promise<string> => (await namespace.run(['wg', 'genkey'])).trim()
  const publicOf = async (input: string): Promise<string> => (await namespace.run(['wg', 'pubkey'], { input })).trim()
  const [own, customer, shared] = [await key(), await key(), (await namespace.run(['wg', 'genpsk'])).trim()]
  mkdirSync(namespace.dir, { recursive: true })
  const settings = join(namespace.dir, 'wg0.conf')
  const peer = [
    '[Peer]',
    `PublicKey = ${await publicOf(customer)}`,
    `PresharedKey = ${shared}`,
    'AllowedIPs = 10.64.0.2/32',
  ]
  writeFileSync(settings, ['[Interface]', `PrivateKey = ${own}`, `ListenPort = ${PORT}`, ...peer, ''].join('\n'))
  await addLink(namespace, 'wg0')
  await namespace.run(['wg', 'setconf', 'wg0', settings])
  await namespace.ip('addr add 10.64.0.1/24 dev wg0', 'link set wg0 mtu 1420 up')
  await namespace.sysctl('net.ipv4.ip_forward', '1')
  const nat = 'table ip nat { chain leave { type nat hook postrouting priority 100; oifname eth0 masquerade; }; }'
  await namespace.run(['nft', '-f', '-'], { input: nat })
  const file = [
    '# Your configuration',
    '[Interface]',
    `PrivateKey = ${customer}`,
    'Address = 10.64.0.2/32, fd64::2/128',
    `DNS = ${dns}`,
    ...more,
    '[Peer]',
    `PublicKey = ${await publicOf(own)}`,
    `PresharedKey = ${shared}`,
    'AllowedIPs = 0.0.0.0/0, ::/0',
    `Endpoint = ${address}:${PORT}`,
    '',
  ].join('\n')
  return new TunnelProvider(namespace, address, file)
}
