import { CommandFailed } from '../../errors.ts'
import { phrase } from '../../phrases/phrase.ts'
import type { Posted, PostOptions } from '../posting.ts'
import type { RequestOptions } from '../storing.ts'
import { openPinned } from './pinned.ts'
import { trust } from './trust.ts'

/** Longer responses are cut off by default. */
const MOST_BYTES = 16 << 10

interface ShortResponse {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The beginning of the body. */
  readonly text: string
}

/** Connects to the given IP address only. The domain in the URL is not resolved. Throws `CommandFailed` if there is no response. */
export async function requestOnce({
  method,
  url,
  ip,
  headers,
  body,
  timeoutMs,
  authorities,
  authority,
  mostBytes = MOST_BYTES,
}: Omit<RequestOptions, 'method'> & { readonly method: string }): Promise<ShortResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  const bytes = Buffer.from(body)
  const length = { 'Content-Length': String(bytes.length), Connection: 'close' }
  const { promise, resolve, reject } = Promise.withResolvers<ShortResponse>()
  const request = openPinned({
    ...{ url, ip, method, signal },
    headers: { 'User-Agent': 'sallyport', ...headers, ...length },
    trusted: () => trust(authorities, authority),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    let received = 0
    const chunks: Buffer[] = []
    const end = (): void =>
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        text: Buffer.concat(chunks).subarray(0, mostBytes).toString(),
      })
    response.on('error', reject)
    response.on('end', end)
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
      if (received > mostBytes) end()
    })
  })
  request.end(bytes)
  try {
    return await promise
  } catch (error) {
    const reason = signal.aborted
      ? phrase('messages.noAnswerWithinSeconds', timeoutMs / 1000)
      : (error as Error).message
    throw new CommandFailed([method, url], null, reason)
  } finally {
    request.destroy()
  }
}

/** Connects to the given IP address only. The domain in the URL is not resolved. */
export async function postRequest(options: PostOptions): Promise<Posted> {
  const { status, retryAfter } = await requestOnce({ ...options, method: 'POST' })
  return { status, retryAfter }
}
