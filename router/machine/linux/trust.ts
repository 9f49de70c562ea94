import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

const contexts = new WeakMap<readonly string[], SecureContext>()

/**
 * The context for TLS connections that trust the built-in certificate authorities and these (PEM text). Cached for each array:
 * reading the built-in certificates takes milliseconds.
 */
export function trust(authorities: readonly string[]): SecureContext {
  const known = contexts.get(authorities)
  if (known) return known
  const context = createSecureContext({ ca: [...rootCertificates, ...authorities], minVersion: 'TLSv1.2' })
  contexts.set(authorities, context)
  return context
}

/** PEM text of the built-in certificate authorities and these. */
export const authorityBundle = (authorities: readonly string[]): string =>
  [...rootCertificates, ...authorities].map((certificate) => `${certificate.trim()}\n`).join('')
