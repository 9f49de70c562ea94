import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdCompress } from 'node:zlib'
import { CommandFailed, FailedAttempt, phraseOf } from '../../errors.ts'
import { type Phrase, phrase } from '../../phrases/phrase.ts'
import type { Fetched, FetchOptions } from '../fetching.ts'
import { openPinned } from './pinned.ts'
import { trust } from './trust.ts'

const MOVED = new Set([301, 302, 303, 307, 308])

/** Connects to the given IP address only. The domain in the URL is not resolved. */
export async function fetchFile(options: FetchOptions): Promise<Fetched> {
  const { url, timeoutMs } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await ask(options, signal)
    try {
      return await take(response, options, signal)
    } finally {
      response.destroy()
    }
  } catch (error) {
    const reason = signal.aborted
      ? phrase('machine.fetchTimeout', timeoutMs / 1000)
      : reasonOf(error as NodeJS.ErrnoException)
    throw new CommandFailed(['fetch', url], null, reason)
  }
}

const reasonOf = (error: NodeJS.ErrnoException): Phrase =>
  error.code === 'CERT_NOT_YET_VALID' ? phrase('internet.certificateNotYetValid') : phraseOf(error)

/** Resolves with the response head. */
function ask({ url, ip, known, authorities }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    'User-Agent': 'sallyport',
    'Accept-Encoding': 'gzip',
    ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
    ...(known?.modified ? { 'If-Modified-Since': known.modified } : {}),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = openPinned({ url, ip, headers, signal, trusted: () => trust(authorities) })
  request.on('response', resolve)
  request.on('error', reject)
  request.end()
  return promise
}

/** Whether the body is a file that is compressed with gzip, such as `hosts.gz`. RFC 1952 §2.3.1. Leaves the body unread. */
async function beginsAsGzip(response: IncomingMessage): Promise<boolean> {
  if (response.readableLength === 0 && !response.readableEnded) await once(response, 'readable')
  const first: Buffer | null = response.read()
  if (first === null) return false
  response.unshift(first)
  return first[0] === 0x1f && first[1] === 0x8b
}

async function take(response: IncomingMessage, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  const { known, path, mostBytes, onBytes, refuse } = options
  const { statusCode = 0, headers } = response
  if (statusCode === 304 && known) return { kind: 'unchanged' }
  if (MOVED.has(statusCode) && headers.location) return { kind: 'moved', to: headers.location }
  if (statusCode !== 200) throw new FailedAttempt(phrase('machine.serverStatus', statusCode))
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new FailedAttempt(phrase('machine.contentEncoding', encoding.slice(0, 40)))

  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) return done(new FailedAttempt(phrase('machine.fileTooLong', mostBytes >> 20)))
      onBytes(chunk)
      done(null, chunk)
    },
  })
  const beside = `${path}.new`
  try {
    const file = createWriteStream(beside, { mode: 0o600, flush: true })
    const rest = [meter, createZstdCompress(), file] as const
    if (encoding === 'gzip' || (await beginsAsGzip(response)))
      await pipeline(response, createGunzip(), ...rest, { signal })
    else await pipeline(response, ...rest, { signal })
    const reason = refuse(headers['content-type'])
    if (reason !== undefined) throw new FailedAttempt(reason)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  return { kind: 'new', bytes, etag: headers.etag, modified: headers['last-modified'] }
}
