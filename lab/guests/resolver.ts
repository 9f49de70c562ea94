import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import {
  FAMILY_RESOLVER,
  FOREIGN_RESOLVER,
  HOSTS,
  PRIVATE_HOST,
  RESOLVER,
  SECOND_QUAD9,
  WEB,
  WELL_KNOWN_RESOLVERS,
} from './addresses.ts'

const RECORDS = [
  `www.test. 60 A ${WEB}`,
  `lists.test. 60 A ${WEB}`,
  `ads.test. 60 A ${WEB}`,
  `tracker.ads.test. 60 A ${WEB}`,
  `grown-ups.test. 60 A ${WEB}`,
  `video.test. 60 A ${HOSTS[8]}`,
  `cdn.video.test. 60 A ${HOSTS[9]}`,
  `modem.test. 60 A ${PRIVATE_HOST}`,
  `rebind.test. 60 A 192.168.2.1`,
  'shared.test. 60 A 100.64.7.7',
  `service.test. 60 HTTPS 1 tracker.ads.test. ipv4hint=${WEB}`,
  `six.test. 60 AAAA 2001:db8::10`,
  'metrics.test. 60 CNAME tracker.ads.test.',
  'mail.test. 60 MX 10 www.test.',
  // As on the internet: resolvers are tested by it (router/servers/dns/examine.ts).
  'a.root-servers.net. 60 A 198.41.0.4',
  'note.test. 60 TXT "the virtual internet"',
  // Of IANA, for examples (RFC 2606 §3): the name that the sample plugin resolves.
  `example.com. 60 A ${WEB}`,
]

/** Domains of apps and search engines, so that the rules about them can be tried. */
const APPS = [
  `www.tiktok.com. 60 A ${WEB}`,
  `www.roblox.com. 60 A ${WEB}`,
  'clip.test. 60 CNAME www.tiktok.com.',
  `www.google.com. 60 A ${HOSTS[10]}`,
  'www.google.com. 60 AAAA 2001:db8::20',
  `www.google.com. 60 HTTPS 1 . alpn=h3 ipv4hint=${HOSTS[10]}`,
  `maps.google.com. 60 A ${HOSTS[10]}`,
  `forcesafesearch.google.com. 60 A ${HOSTS[11]}`,
  'forcesafesearch.google.com. 60 AAAA 2001:db8::21',
  `forcesafesearch.google.com. 60 HTTPS 1 . alpn=h3 ipv4hint=${HOSTS[11]}`,
  `www.youtube.com. 60 A ${HOSTS[10]}`,
  `restrict.youtube.com. 60 A ${HOSTS[12]}`,
  `restrictmoderate.youtube.com. 60 A ${HOSTS[13]}`,
]

/** A response too long for UDP, so that the client repeats the query over TCP. */
const LONG = Array.from({ length: 120 }, (_, index) => `long.test. 60 TXT "${index}-${'x'.repeat(60)}"`)

/** Answers for the top-level domain `test`; all other names are NXDOMAIN. */
const zone = (self: string, records: readonly string[]): string =>
  [
    'local-zone: "." static',
    'local-zone: "test." static',
    'local-data: "test. 60 SOA root.test. admin.test. 1 60 60 60 60"',
    ...[`whoami.test. 60 A ${self}`, ...records].map((record) => `local-data: '${record}'`),
  ].join('\n')

const view = (face: string, records: readonly string[]): string => `view:\nname: "${face}"\n${zone(face, records)}\n`

/** Plain, over TLS, over HTTPS. */
const PORTS = [53, 853, 443]

/** The view of each address; unbound needs it for each port. */
const faceOf = (face: string): string[] =>
  PORTS.flatMap((port) => [`interface-action: ${face}@${port} allow`, `interface-view: ${face}@${port} "${face}"`])

/** The resolvers of the internet, and changes of their zone. */
export interface Resolvers {
  /** Makes a name of `test` resolve to these addresses, with a TTL of one second. */
  lead(name: string, ...ips: readonly string[]): Promise<void>
  /** The number of queries that they have received. */
  queries(): Promise<number>
}

/** Starts unbound, plain on 53, over TLS on 853 and over HTTPS on 443, with a view for each resolver of the internet. */
export async function startResolvers(namespace: Namespace, authority: Authority): Promise<Resolvers> {
  const { 'family.cloudflare-dns.com': forFamily, ...forAll } = WELL_KNOWN_RESOLVERS
  const usual = [RESOLVER, FOREIGN_RESOLVER, ...Object.values(forAll), SECOND_QUAD9]
  const family = [FAMILY_RESOLVER, forFamily]
  const faces = [...usual, ...family]
  const listen = faces.flatMap((face) => PORTS.map((port) => `interface: ${face}@${port}`))
  const forFamilies = RECORDS.filter((record) => !record.startsWith('grown-ups'))
  const control = join(namespace.dir, 'unbound.control')
  const config = `server:
username: ""
chroot: ""
pidfile: ""
use-syslog: no
use-caps-for-id: no
num-threads: 1
module-config: "iterator"
tls-port: 853
https-port: 443
tls-service-pem: "${authority.certificate}"
tls-service-key: "${authority.key}"
max-udp-size: 1232
${listen.join('\n')}
${faces.flatMap(faceOf).join('\n')}
remote-control:
control-enable: yes
control-interface: "${control}"
control-use-cert: no
${usual.map((face) => view(face, [...RECORDS, ...APPS, ...LONG])).join('')}
${family.map((face) => view(face, forFamilies)).join('')}
`
  mkdirSync(namespace.dir, { recursive: true })
  const file = join(namespace.dir, 'unbound.conf')
  writeFileSync(file, config)
  const unbound = namespace.start(['unbound', '-d', '-c', file])
  await unbound.line('start of service')
  const unboundControl = (...words: readonly string[]): Promise<string> =>
    namespace.run(['unbound-control', '-c', file, ...words])
  return {
    async queries() {
      const statistics = await unboundControl('stats_noreset')
      return Number(/^total\.num\.queries=(\d+)$/m.exec(statistics)?.[1])
    },
    async lead(name, ...ips) {
      for (const face of faces) {
        await unboundControl('view_local_data_remove', face, `${name}.`)
        for (const ip of ips) await unboundControl('view_local_data', face, `${name}. 1 A ${ip}`)
      }
    },
  }
}
