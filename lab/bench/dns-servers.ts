import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { SERVER } from './stage.ts'

/** A filtering resolver to compare with. */
export interface DnsPeer {
  readonly name: string
  readonly port: number
  start(listed: boolean): Program
}

export interface PeerOptions {
  readonly ip: string
  /** The directory for their files. */
  readonly dir: string
  readonly names: readonly string[]
}

/** Debian's resolvers that do the same work, configured as their documentation recommends. */
export function dnsPeers(namespace: Namespace, { ip, dir, names }: PeerOptions): DnsPeer[] {
  const write = (file: string, text: string): string => {
    const path = join(dir, file)
    writeFileSync(path, text)
    return path
  }
  const plain = write('names', names.join('\n'))
  const empty = write('none', '')
  const dnsmasq = write('dnsmasq', names.map((name) => `address=/${name}/`).join('\n'))
  const zones = write('zones', names.map((name) => `local-zone: "${name}." always_nxdomain`).join('\n'))
  const unbound = (listed: boolean): string =>
    write(`unbound-${listed}`, UNBOUND.replace('ADDRESS', ip).replace('ZONES', listed ? zones : empty))
  const dnsdist = (listed: boolean): string =>
    write(`dnsdist-${listed}`, DNSDIST.replace('ADDRESS', ip).replace('NAMES', listed ? plain : empty))
  return [
    {
      name: 'dnsmasq',
      port: 5301,
      start: (listed) =>
        namespace.start([...DNSMASQ, `--listen-address=${ip}`, `--conf-file=${listed ? dnsmasq : empty}`]),
    },
    { name: 'unbound', port: 5302, start: (listed) => namespace.start(['unbound', '-d', '-p', '-c', unbound(listed)]) },
    {
      name: 'dnsdist',
      port: 5303,
      start: (listed) => namespace.start(['dnsdist', '--supervised', '--disable-syslog', '-C', dnsdist(listed)]),
    },
  ]
}

const DNSMASQ = [
  'dnsmasq',
  '--keep-in-foreground',
  '--log-facility=-',
  '--user=root',
  '--bind-interfaces',
  '--port=5301',
  '--no-resolv',
  '--no-hosts',
  '--cache-size=20000',
  '--dns-forward-max=1000',
  `--server=${SERVER}`,
]

const UNBOUND = `server:
  interface: ADDRESS@5302
  access-control: 0.0.0.0/0 allow
  username: ""
  chroot: ""
  directory: "/"
  use-syslog: no
  num-threads: 1
  module-config: "iterator"
  msg-cache-size: 64m
  rrset-cache-size: 64m
  outgoing-range: 4096
  num-queries-per-thread: 2048
  so-rcvbuf: 1m
  include: ZONES
forward-zone:
  name: "."
  forward-addr: ${SERVER}
remote-control:
  control-enable: no
`

/** unbound as a forwarder without a list, over plain DNS or TLS. */
export async function startForwarder(
  namespace: Namespace,
  { ip, dir, ca, way }: { readonly ip: string; readonly dir: string; readonly ca: string; readonly way: Way },
): Promise<{ readonly port: number; readonly program: Program }> {
  const path = join(dir, `forwarder-${way}`)
  const empty = join(dir, 'none')
  const plain = UNBOUND.replace('ADDRESS', ip).replace('ZONES', empty)
  const secure = plain
    .replace(`forward-addr: ${SERVER}`, `forward-addr: ${SERVER}@853#dns.test\n  forward-tls-upstream: yes`)
    .replace('forward-zone:', `  tls-cert-bundle: "${ca}"\nforward-zone:`)
  writeFileSync(path, way === 'TLS' ? secure : plain)
  const program = namespace.start(['unbound', '-d', '-p', '-c', path])
  await program.line('start of service')
  return { port: 5302, program }
}

/** The transport to the upstream. */
export type Way = 'UDP' | 'TLS'

const DNSDIST = `setSecurityPollSuffix("")
setLocal("ADDRESS:5303")
local upstream = newServer("${SERVER}")
upstream:setUp()
getPool(""):setCache(newPacketCache(20000))
local names = newSuffixMatchNode()
for name in io.lines("NAMES") do names:add(newDNSName(name)) end
addAction(SuffixMatchNodeRule(names, true), RCodeAction(DNSRCode.NXDOMAIN))
`

/** The upstream of all of them, which also serves the list: it returns the same address for every query. */
export async function startUpstream(
  namespace: Namespace,
  dir: string,
  { certificate, key }: Pick<Authority, 'certificate' | 'key'>,
): Promise<void> {
  const path = join(dir, 'upstream')
  writeFileSync(path, UPSTREAM.replace('CERTIFICATE', certificate).replace('KEY', key))
  namespace.start(['unbound', '-d', '-p', '-c', path])
  namespace.start(['busybox', 'httpd', '-f', '-p', `${SERVER}:80`, '-h', dir])
}

const UPSTREAM = `server:
  interface: ${SERVER}
  interface: ${SERVER}@853
  tls-port: 853
  tls-service-pem: "CERTIFICATE"
  tls-service-key: "KEY"
  incoming-num-tcp: 100
  access-control: 0.0.0.0/0 allow
  username: ""
  chroot: ""
  directory: "/"
  use-syslog: no
  so-rcvbuf: 4m
  local-zone: "." redirect
  local-data: ". 86400 IN A 93.184.216.34"
remote-control:
  control-enable: no
`
