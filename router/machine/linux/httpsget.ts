import { request } from 'node:https'
import { rootCertificates } from 'node:tls'
import { phrase } from '../../phrases/phrase.ts'
import { type ResponseLimits, type WholeResponse, wholeResponse } from './response.ts'

export interface HttpsGet extends ResponseLimits {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
}

/** Sends a GET request, and follows no redirect. Throws `Unavailable` with the reason if there is no complete response. */
export const httpsGet = (wanted: HttpsGet): Promise<WholeResponse> =>
  wholeResponse(phrase('machine.hostUnreachable', new URL(wanted.url).host), wanted, (signal, onResponse) => {
    const { url, headers, authorities } = wanted
    return request(url, { headers, signal, agent: false, ca: [...rootCertificates, ...authorities] }, onResponse)
  })
