import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Unavailable } from '../../errors.ts'
import { type PhraseValue, phrase } from '../../phrases/phrase.ts'

export interface ResponseLimits {
  /** Until the whole response has arrived. */
  readonly timeoutMs: number
  /** Longer responses are a failure. */
  readonly mostBytes: number
}

export interface WholeResponse {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Sends the request that `open` begins, and reads the whole response to it. Throws `Unavailable`, which begins with `failure`
 * and ends with the reason, if there is no complete response within the limits.
 */
export function wholeResponse(
  failure: PhraseValue,
  { timeoutMs, mostBytes }: ResponseLimits,
  open: (signal: AbortSignal, onResponse: (response: IncomingMessage) => void) => ClientRequest,
  body = '',
): Promise<WholeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse>()
  const signal = AbortSignal.timeout(timeoutMs)
  const fail = (reason: PhraseValue): void => {
    call.destroy()
    reject(new Unavailable(phrase('machine.about', failure, reason)))
  }
  const failed = (error: Error): void =>
    fail(signal.aborted ? phrase('messages.noAnswerWithinSeconds', timeoutMs / 1000) : error.message)
  const call = open(signal, (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('error', failed)
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) fail(phrase('machine.responseTooLong'))
      else chunks.push(chunk)
    })
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, text: Buffer.concat(chunks).toString() })
    })
  })
  call.on('error', failed)
  call.end(body)
  return promise
}
