import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

const contexts = new WeakMap<readonly string[], SecureContext>()

/**
 * For TLS connections that trust the built-in certificate authorities and these (PEM text). Made once for each array: the
 * built-in certificates take milliseconds to read.
 */
export function trust(authorities: readonly string[]): SecureContext {
  const known = contexts.get(authorities)
  if (known) return known
  const context = createSecureContext({ ca: [...rootCertificates, ...authorities], minVersion: 'TLSv1.2' })
  contexts.set(authorities, context)
  return context
}
