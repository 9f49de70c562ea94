import { z } from 'zod'

/** A certificate as PEM text, and its private key as PKCS #8 PEM text sealed by the vault. */
export const SealedCertificate = z.object({ certificate: z.string(), key: z.string() })
export type SealedCertificate = z.infer<typeof SealedCertificate>

/** TLS while it is on: an authority of this router's own, and the certificate that its server shows; `null` while it is off. */
export const Tls = z.object({ authority: SealedCertificate, server: SealedCertificate }).nullable()
export type Tls = z.infer<typeof Tls>

/** The router's name in DNS at home, unless the owner gives it to another address. */
export const LAN_NAME = 'spr.lan'
/** Names of the router's own pages, regardless of its addresses. */
export const OWN_NAMES = ['spr.local', LAN_NAME, 'spr.setup']
