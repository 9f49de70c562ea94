import { request } from 'node:https'
import { rootCertificates } from 'node:tls'
import { Unavailable } from '../../errors.ts'

export interface HttpsGet {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
  readonly timeoutMs: number
  readonly mostBytes: number
}

/** Sends a GET request, and follows no redirect. Throws `Unavailable` with the reason if there is no complete response. */
export function httpsGet(wanted: HttpsGet): Promise<{ readonly status: number; readonly text: string }> {
  const { url, headers, authorities, timeoutMs, mostBytes } = wanted
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const signal = AbortSignal.timeout(timeoutMs)
  const { host } = new URL(url)
  const fail = (reason: string): void => {
    call.destroy()
    reject(new Unavailable(`${host} cannot be reached: ${reason}`))
  }
  const failed = (error: Error): void =>
    fail(signal.aborted ? `there was no answer within ${timeoutMs / 1000} seconds` : error.message)
  const call = request(
    url,
    { headers, signal, agent: false, ca: [...rootCertificates, ...authorities] },
    (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', failed)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) fail('the response is too long')
        else chunks.push(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    },
  )
  call.on('error', failed)
  call.end()
  return promise
}
