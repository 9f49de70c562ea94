import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import { run } from '../process/program.ts'

/** A zone with records of all types, and its number of hosts, from `host0` on. */
export const ZONE = 'zone.example'
export const HOSTS = 200

const TIMES = '1 7200 3600 1209600 300'

/** Every host has an address, and some of the other types. */
const host = (i: number): string[] => {
  const name = `host${i}`
  const some: [number, string][] = [
    [2, `AAAA 2001:db8::${(i + 1).toString(16)}`],
    [3, `MX 10 mail.${name}`],
    [3, 'MX 20 mail.other'],
    [4, `TXT "v=${i}" "second; part \\"quoted\\""`],
    [5, `SRV 0 5 443 ${name}`],
    [6, 'CAA 0 issue "ca.test"'],
    [7, 'TLSA 3 1 1 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    [8, 'SSHFP 4 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    [9, `NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:${i}@example!" .`],
    [10, 'HINFO "a machine" "a system"'],
    [11, 'LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m'],
    [12, 'RP who why'],
    [13, `TYPE65280 \\# 4 ${i.toString(16).padStart(8, '0')}`],
    [2, 'TYPE65 \\# 10 00010000010003026832'],
    [5, 'TYPE64 \\# 3 000000'],
  ]
  const more = some.flatMap(([every, data]) => (i % every === 0 ? [`${name} 3600 IN ${data}`] : []))
  return [`${name} 3600 IN A 81.2.80.${i % 250}`, ...more]
}

const RECORDS = [
  `@ 3600 IN SOA ns who ${TIMES}`,
  '@ 3600 IN NS ns',
  '@ 3600 IN MX 10 mail.other',
  'ns 3600 IN A 81.2.80.250',
  'mail.other 3600 IN A 81.2.80.251',
  ...Array.from({ length: HOSTS }, (_, i) => host(i)).flat(),
  '*.wild 3600 IN A 81.2.80.1',
  '*.wild 3600 IN TXT "anything"',
  'not.wild 3600 IN A 81.2.80.2',
  'below.nothing.of.its.own 3600 IN A 81.2.80.3',
  'chain0 3600 IN CNAME host0',
  ...Array.from({ length: 6 }, (_, i) => `chain${i + 1} 3600 IN CNAME chain${i}`),
  'dangling 3600 IN CNAME nobody',
  'subtree 3600 IN DNAME wild',
  'zero 0 IN A 81.2.80.4',
  'ages 2000000 IN A 81.2.80.5',
  '_dns.ns 3600 IN TXT "an underscore"',
  'odd\\.dot 3600 IN A 81.2.80.6',
  'odd\\032space 3600 IN A 81.2.80.7',
  `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(48)} 3600 IN A 81.2.80.8`,
  ...Array.from({ length: 40 }, (_, i) => `many 3600 IN A 81.2.81.${i}`),
  ...Array.from({ length: 200 }, (_, i) => `long 3600 IN TXT "${i} ${'x'.repeat(90)}"`),
]

/** Names with records that are not hosts. */
export const OTHER_NAMES = [
  ...['', 'ns.', 'mail.other.', 'other.', 'a.wild.', 'b.c.wild.', 'wild.', 'not.wild.', 'x.not.wild.'],
  ...['below.nothing.of.its.own.', 'nothing.of.its.own.', 'its.own.', 'dangling.', 'subtree.', 'x.subtree.'],
  ...['zero.', 'ages.', '_dns.ns.', 'odd\\.dot.', 'odd\\032space.', 'many.', 'long.', 'nobody.', 'no.body.'],
  ...Array.from({ length: 7 }, (_, i) => `chain${i}.`),
  `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(48)}.`,
]

/** Signs the zone with a new key. Returns the signed zone's file, and its trust anchor. */
async function signed(dir: string): Promise<{ file: string; anchor: string }> {
  const file = join(dir, 'zone')
  writeFileSync(file, `$ORIGIN ${ZONE}.\n${RECORDS.join('\n')}\n`)
  const key = join(dir, (await run(['env', '-C', dir, 'ldns-keygen', '-a', 'ECDSAP256SHA256', '-k', ZONE])).trim())
  await run(['ldns-signzone', '-o', `${ZONE}.`, '-f', `${file}.signed`, file, key])
  return { file: `${file}.signed`, anchor: `${key}.ds` }
}

/** The same zone with one wrong signature. */
function spoiled(file: string): string {
  const text = readFileSync(file, 'utf8')
  const [signature = ''] = /^host1\.zone\.example\.\s.*RRSIG\s+A .*$/m.exec(text) ?? []
  const last = signature.trimEnd().slice(-12)
  writeFileSync(
    `${file}.spoiled`,
    text.replace(
      last,
      last.replace(/[A-Za-z]/, (letter) => (letter === 'B' ? 'C' : 'B')),
    ),
  )
  return `${file}.spoiled`
}

/**
 * unbound on a separate address, plain, over TLS and over HTTPS: it serves that zone, validates its records, and resolves
 * nothing else. The signature of `host1`'s address is broken.
 */
export async function startVerifier(namespace: Namespace, authority: Authority, ip: string): Promise<void> {
  const dir = join(namespace.dir, 'verifier')
  mkdirSync(dir, { recursive: true })
  const { file, anchor } = await signed(dir)
  const root = join(dir, 'root')
  writeFileSync(root, `. 3600 IN SOA root. who. ${TIMES}\n. 3600 IN NS root.\nroot. 3600 IN A ${ip}\n`)
  const zone = (name: string, zonefile: string): string =>
    `auth-zone:\nname: "${name}"\nzonefile: "${zonefile}"\nfor-downstream: no\nfor-upstream: yes\nfallback-enabled: no\n`
  const config = `server:
username: ""
chroot: ""
pidfile: ""
use-syslog: no
num-threads: 1
module-config: "validator iterator"
trust-anchor-file: "${anchor}"
val-bogus-ttl: 3600
aggressive-nsec: no
rrset-roundrobin: no
qname-minimisation: no
max-udp-size: 1232
tls-port: 853
https-port: 443
tls-service-pem: "${authority.certificate}"
tls-service-key: "${authority.key}"
${[53, 853, 443].map((port) => `interface: ${ip}@${port}`).join('\n')}
access-control: 0.0.0.0/0 allow
remote-control:
control-enable: no
${zone('.', root)}${zone(`${ZONE}.`, spoiled(file))}`
  const path = join(dir, 'unbound.conf')
  writeFileSync(path, config)
  await namespace.start(['unbound', '-d', '-c', path]).line('start of service')
}
