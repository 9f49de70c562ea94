import { type Phrase, phrase } from '../../../../phrases/phrase.ts'

/** The setting with the certificate authorities. */
const AUTHORITY = 'Authority'

interface CertificateFault {
  readonly code: 'name' | 'early' | 'expired' | 'untrusted'
  readonly reason: Phrase
  readonly field: string
}

/**
 * Why the TLS of a connection failed, by the message of Node or OpenSSL, and the setting to look at: the one with the name of the
 * server, or its authorities. Undefined for other failures.
 */
export function certificateFault(message: string, server: string): CertificateFault | undefined {
  if (/altnames/.test(message))
    return { code: 'name', reason: phrase('messages.certificateNameMismatch'), field: server }
  if (/certificate is not yet valid/.test(message))
    return { code: 'early', reason: phrase('internet.certificateNotYetValid'), field: '' }
  if (/certificate has expired/.test(message))
    return { code: 'expired', reason: phrase('messages.serverCertificateExpired'), field: AUTHORITY }
  if (/self-signed certificate|issuer certificate|first certificate|certificate signature/.test(message))
    return {
      code: 'untrusted',
      reason: phrase('messages.serverCertificateUntrusted'),
      field: AUTHORITY,
    }
  return undefined
}
