/** The setting with the certificate authorities. */
const AUTHORITY = 'Authority'

/**
 * Why the TLS of a connection failed, by the message of Node or OpenSSL, and the setting to look at: the one with the name of the
 * server, or its authorities. Undefined for other failures.
 */
export function certificateFault(message: string, server: string): { reason: string; field: string } | undefined {
  if (/altnames/.test(message)) return { reason: 'the certificate of the server is for another name', field: server }
  if (/certificate has expired/.test(message))
    return { reason: 'the certificate of the server has expired', field: AUTHORITY }
  if (/self-signed certificate|issuer certificate|first certificate|certificate signature/.test(message))
    return { reason: 'the certificate of the server is not signed by a trusted authority', field: AUTHORITY }
  return undefined
}
