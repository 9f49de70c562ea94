import { FailedAttempt, phraseOrText } from '../../../errors.ts'
import { tame } from '../../../model/access/audit/shown.ts'
import { CONNECTION_FIELDS } from '../../../model/messages/integrations/contract.ts'
import { Phrase, phrase, verbatim } from '../../../phrases/phrase.ts'
import type { Server } from './target.ts'

export type ConnectionField = (typeof CONNECTION_FIELDS)[number]

/** Characters of the text of a server that are shown. */
const MOST_SHOWN = 200
/** One line of what a server has sent, for the owner. */
export const shownReason = (text: string): string => tame(text, MOST_SHOWN)

/** The reason of a failure, an error or a text, for the owner. */
export function reasonOfFailure(failure: unknown): Phrase {
  const reason = failure instanceof Phrase ? failure : phraseOrText(failure)
  return reason instanceof Phrase ? reason : verbatim(shownReason(String(reason)))
}

/** Why a server cannot be used, in an owner's words, and the setting that is probably wrong: empty if unknown. */
interface ConnectFailure {
  readonly field: ConnectionField
  readonly phrase: Phrase
}

const isConnectionField = (name: string | undefined): name is ConnectionField =>
  CONNECTION_FIELDS.some((field) => field === name)

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]
const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNABORTED']

/** The error of a connection as a reason for the owner: that of a `FailedAttempt` with a field, and others by codes of Node and OpenSSL. */
export function connectFailureOf(error: unknown, { Host, Port, TLS }: Server): ConnectFailure {
  if (error instanceof FailedAttempt && isConnectionField(error.field))
    return { field: error.field, phrase: error.phrase }
  const { code = '', message } = error as Error & { code?: unknown }
  const name = String(code)
  const failed = (field: ConnectionField, phrase: Phrase): ConnectFailure => ({ field, phrase })
  if (name === 'ECONNREFUSED' || message === 'connection refused')
    return failed('Port', phrase('messages.portRefusesConnection', Host, Port))
  if (UNREACHABLE.includes(name)) return failed('Host', phrase('messages.serverNotAnswering', Host, Port))
  if (UNTRUSTED.includes(name)) return failed('Authority', phrase('messages.certificateUntrusted'))
  if (name === 'CERT_NOT_YET_VALID') return failed('', phrase('internet.certificateNotYetValid'))
  if (name === 'CERT_HAS_EXPIRED') return failed('Authority', phrase('messages.certificateExpired'))
  if (name === 'ERR_TLS_CERT_ALTNAME_INVALID') return failed('Host', phrase('messages.certificateOtherHost', Host))
  if (name === 'EPROTO' || name === 'ERR_TLS_HANDSHAKE_TIMEOUT' || name.startsWith('ERR_SSL_'))
    return failed('TLS', phrase('messages.portWithoutTls', Port))
  if (name === 'ECONNRESET' || name === 'EPIPE')
    return TLS
      ? failed('TLS', phrase('messages.connectionClosed', Host))
      : failed('', phrase('messages.connectionClosedTlsExpected', Host))
  return failed('', message ? reasonOfFailure(error) : phrase('messages.connectionFailed'))
}
