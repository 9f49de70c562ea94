import { type Phrase, PhraseError, phrase, verbatim } from '../../../phrases/phrase.ts'
import { RCODE } from '../../../wire/dns/constants.ts'

const UNTRUSTED = phrase('dns.certificateUntrusted')

/** Codes of Node.js for errors of connections. */
const BY_CODE: Readonly<Record<string, Phrase>> = {
  ECONNREFUSED: phrase('dns.connectionRefused'),
  ECONNRESET: phrase('dns.connectionReset'),
  ENETUNREACH: phrase('dns.networkUnreachable'),
  EHOSTUNREACH: phrase('dns.hostUnreachable'),
  ETIMEDOUT: phrase('internet.answerTimeout'),
  CERT_NOT_YET_VALID: phrase('internet.certificateNotYetValid'),
  CERT_HAS_EXPIRED: phrase('dns.certificateExpired'),
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
}

/** Why a query to an upstream failed, for people. `host`: the name that its certificate must have. */
export function upstreamFailureOf(error: unknown, host: string): Phrase {
  if (error instanceof PhraseError) return error.phrase
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return phrase('dns.certificateOtherHost', host)
  return (code && BY_CODE[code]) || verbatim(message ?? String(error))
}

/** Describes an unusable answer, such as `answered REFUSED`. */
export function refusalOfRcode(rcode: number): Phrase {
  const name = Object.entries(RCODE).find(([, number]) => number === rcode)?.[0]
  return name === undefined ? phrase('dns.answeredCode', rcode) : phrase('dns.answeredRcode', name)
}
