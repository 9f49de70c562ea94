import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DYNDNS_HOSTS, RECEIVER_HOSTS, WELL_KNOWN_RESOLVERS } from '../guests/addresses.ts'
import { run } from '../process/program.ts'

/** The certificate authority of the virtual internet, and the one certificate all its servers show. PEM files. */
export interface Authority {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

/** The names of the certificate in openssl's syntax. */
const NAMES = [
  'dns.test',
  'family.test',
  'www.test',
  'lists.test',
  ...DYNDNS_HOSTS,
  ...RECEIVER_HOSTS,
  ...Object.keys(WELL_KNOWN_RESOLVERS),
]
const EXTENSIONS = `subjectAltName=${NAMES.map((name) => `DNS:${name}`).join(',')}\n`

const MAKE_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
const TEN_YEARS = ['-days', '3650']

/**
 * The authority is made once in `dir` by openssl, and then used again: a browser or a person may trust it already.
 * The servers get a new certificate if their names have changed.
 */
export async function openAuthority(dir: string): Promise<Authority> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const at = (name: string): string => join(dir, name)
  const [ca, certificate, key, extensions] = [at('ca.pem'), at('server.pem'), at('server.key'), at('server.extensions')]
  const current = existsSync(certificate) && existsSync(extensions) && readFileSync(extensions, 'utf8') === EXTENSIONS
  if (current) return { ca, certificate, key }

  if (!existsSync(ca)) {
    const subject = ['-subj', '/CN=Virtual internet']
    await run(['openssl', 'req', '-x509', ...MAKE_KEY, ...TEN_YEARS, ...subject, '-keyout', at('ca.key'), '-out', ca])
  }
  await sign(dir, 'server', EXTENSIONS)
  return { ca, certificate, key }
}

/** A certificate of the authority in `dir` for a server with this name. PEM files. */
export async function certify(dir: string, name: string): Promise<Pick<Authority, 'certificate' | 'key'>> {
  await sign(dir, name, `subjectAltName=DNS:${name}\n`)
  return { certificate: join(dir, `${name}.pem`), key: join(dir, `${name}.key`) }
}

/** Makes the files `name.pem` and `name.key`. */
async function sign(dir: string, name: string, extensions: string): Promise<void> {
  const at = (ending: string): string => join(dir, `${name}.${ending}`)
  await run(['openssl', 'req', ...MAKE_KEY, '-subj', `/CN=${name}`, '-keyout', at('key'), '-out', at('csr')])
  writeFileSync(at('extensions'), extensions)
  const signed = ['-CA', join(dir, 'ca.pem'), '-CAkey', join(dir, 'ca.key'), '-CAcreateserial']
  await run([
    'openssl',
    'x509',
    '-req',
    ...TEN_YEARS,
    '-in',
    at('csr'),
    ...signed,
    '-extfile',
    at('extensions'),
    '-out',
    at('pem'),
  ])
}
