import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import type { Ip } from '../../../values/ip.ts'
import { PRIVATE_NETS, type Subnet } from '../../../values/subnet.ts'
import {
  alternativeNames,
  asAuthority,
  asServer,
  authorityKeyId,
  type CertificateFields,
  certificate,
  permittedNames,
  subjectKeyId,
  toBeSigned,
} from '../../../wire/x509.ts'

const DAY_MS = 24 * 3600_000
const AUTHORITY_DAYS = 3650
/** Some clients take no server certificate that is good for longer than 825 days. */
const SERVER_DAYS = 730
/** Devices whose clock is a little behind take it too. */
const LEEWAY_MS = DAY_MS

/** A certificate and its private key, both as PEM text. */
export interface Issued {
  readonly certificate: string
  readonly key: string
}

/** What the router's server goes by. */
export interface ServerNames {
  readonly dns: readonly string[]
  readonly ips: readonly Ip[]
}

/** Domains that exist only within a home: public authorities issue no certificates for them. */
const HOME_DOMAINS = ['local', 'lan', 'home.arpa', 'spr.setup']

/** Whether the authority can sign for the name: its constraints limit it to domains of homes. */
export const isHomeName = (name: string): boolean => HOME_DOMAINS.some((domain) => `.${name}`.endsWith(`.${domain}`))

/**
 * Creates an authority, valid for ten years. Name constraints limit it to names and addresses of homes: even a stolen
 * key cannot sign valid certificates for sites on the internet. `nets`: networks of this home, which may be public ones.
 */
export function issueAuthority(nets: readonly Subnet[], now: number): Issued {
  const key = newKey()
  const id = keyId(key)
  const name = `Sallyport CA ${id.toString('hex', 0, 4)}`
  const fields = {
    issuer: name,
    subject: name,
    ...validity(now, AUTHORITY_DAYS),
    extensions: [...asAuthority(), subjectKeyId(id), permittedNames(HOME_DOMAINS, [...PRIVATE_NETS, ...nets])],
  }
  return issue(fields, key, key)
}

/** A certificate for the router's server, good for two years, and no longer than the authority's own. */
export function issueServer(authority: Issued, { dns, ips }: ServerNames, now: number): Issued {
  const key = newKey()
  const signer = createPrivateKey(authority.key)
  const { subject, validToDate } = new X509Certificate(authority.certificate)
  const { notBefore, notAfter } = validity(now, SERVER_DAYS)
  const fields = {
    issuer: subject.replace(/^CN=/, ''),
    subject: dns[0] ?? 'Sallyport',
    notBefore,
    notAfter: Math.min(notAfter, validToDate.getTime()),
    extensions: [...asServer(), subjectKeyId(keyId(key)), authorityKeyId(keyId(signer)), alternativeNames(dns, ips)],
  }
  return issue(fields, key, signer)
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

const publicOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

/** RFC 7093 section 2, method 4: any name of the key will do, as long as both certificates say the same. */
const keyId = (key: KeyObject): Buffer => createHash('sha256').update(publicOf(key)).digest().subarray(0, 20)

const validity = (now: number, days: number) => ({ notBefore: now - LEEWAY_MS, notAfter: now + days * DAY_MS })

function issue(fields: Omit<CertificateFields, 'serial' | 'publicKey'>, key: KeyObject, signer: KeyObject): Issued {
  const signed = toBeSigned({ ...fields, serial: randomBytes(16), publicKey: publicOf(key) })
  const der = certificate(signed, sign('sha256', signed, { key: signer, dsaEncoding: 'der' }))
  return {
    certificate: new X509Certificate(der).toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
