import type { Subnet } from '../values/subnet.ts'
import { bigEndian, ipBytes, joined } from './bytes.ts'
import { ascii, bits, context, derTime, integer, octets, oid, primitive, sequence, set, TRUE, utf8 } from './der.ts'

/** X.509 certificates for P-256 keys. RFC 5280. The caller signs them. */

export interface CertificateFields {
  /** Random bytes, at most 20; unique among what the issuer signs. */
  readonly serial: Uint8Array
  /** Common names. */
  readonly issuer: string
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  /** The subject's key as SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  readonly extensions: readonly Uint8Array[]
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))

const name = (commonName: string): Uint8Array => sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))))

/** The TBSCertificate, to be signed with ECDSA over SHA-256. */
export const toBeSigned = (fields: CertificateFields): Uint8Array =>
  sequence(
    context(0, integer(2)), // version 3
    integer(...fields.serial),
    ECDSA_WITH_SHA256,
    name(fields.issuer),
    sequence(derTime(fields.notBefore), derTime(fields.notAfter)),
    name(fields.subject),
    fields.publicKey,
    context(3, sequence(...fields.extensions)),
  )

/** The certificate of a TBSCertificate and its signature (a DER sequence of r and s). */
export const certificate = (signed: Uint8Array, signature: Uint8Array): Uint8Array =>
  sequence(signed, ECDSA_WITH_SHA256, bits(signature))

const extension = (id: string, value: Uint8Array): Uint8Array => sequence(oid(id), octets(value))
const critical = (id: string, value: Uint8Array): Uint8Array => sequence(oid(id), TRUE, octets(value))

export const subjectKeyId = (id: Uint8Array): Uint8Array => extension('2.5.29.14', octets(id))
export const authorityKeyId = (id: Uint8Array): Uint8Array => extension('2.5.29.35', sequence(primitive(0, id)))

/** A certificate authority for server certificates, without intermediate authorities. */
export const asAuthority = (): Uint8Array[] => [
  critical('2.5.29.19', sequence(TRUE, integer(0))),
  critical('2.5.29.15', bits(Uint8Array.of(0b0000_0110), 1)), // keyCertSign, cRLSign
]

/** A TLS server's certificate. */
export const asServer = (): Uint8Array[] => [
  critical('2.5.29.19', sequence()),
  critical('2.5.29.15', bits(Uint8Array.of(0b1000_0000), 7)), // digitalSignature
  extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))), // serverAuth
]

const DNS_NAME = 2
const IP_ADDRESS = 7

/** The subject's names and addresses. */
export const alternativeNames = (dns: readonly string[], ips: readonly string[]): Uint8Array =>
  extension(
    '2.5.29.17',
    sequence(
      ...dns.map((host) => primitive(DNS_NAME, ascii(host))),
      ...ips.map((ip) => primitive(IP_ADDRESS, ipBytes(ip))),
    ),
  )

/** Name constraints of an authority: these domains with their subdomains, and these networks. */
export const permittedNames = (domains: readonly string[], nets: readonly Subnet[]): Uint8Array =>
  critical(
    '2.5.29.30',
    sequence(
      context(
        0,
        ...domains.map((domain) => sequence(primitive(DNS_NAME, ascii(domain)))),
        ...nets.map(({ base, prefix }) => sequence(primitive(IP_ADDRESS, netBytes(base, prefix)))),
      ),
    ),
  )

const netBytes = (base: number, prefix: number): Uint8Array =>
  joined(bigEndian(base, 4), bigEndian(prefix === 0 ? 0 : 2 ** 32 - 2 ** (32 - prefix), 4))
