import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

const minVersion = 'TLSv1.2'
const contexts = new WeakMap<readonly string[], SecureContext>()

/**
 * The context for TLS connections that trust the built-in certificate authorities and these (PEM text), or `only` another one. Cached
 * for each array: reading the built-in certificates takes milliseconds.
 */
export function trust(authorities: readonly string[], only = ''): SecureContext {
  // The certificate of the server itself suffices, if another authority has signed it.
  if (only.trim() !== '') return createSecureContext({ ca: [only], minVersion, allowPartialTrustChain: true })
  const known = contexts.get(authorities)
  if (known) return known
  const context = createSecureContext({ ca: [...rootCertificates, ...authorities], minVersion })
  contexts.set(authorities, context)
  return context
}

/** PEM text of the built-in certificate authorities and these. */
export const authorityBundle = (authorities: readonly string[]): string =>
  [...rootCertificates, ...authorities].map((certificate) => `${certificate.trim()}\n`).join('')
