import { Unavailable } from '../../../errors.ts'
import type { LocalStream } from '../../../machine/unixsocket.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { parseResponseHead } from '../../../wire/httpresponse.ts'
import { fieldOf, requestHead } from './headers.ts'
import type { UpstreamRequest } from './upstream.ts'

const MAX_HEAD_BYTES = 16 * 1024
const END_OF_HEAD = '\r\n\r\n'

/** A websocket that a plugin has accepted. */
export interface Accepted {
  readonly stream: LocalStream
  /** What the plugin has sent after its response. */
  readonly first: Buffer
  /** `Sec-WebSocket-Accept` and `Sec-WebSocket-Protocol`. */
  readonly accept: string
  readonly protocol: string | undefined
}

/** Requests a websocket from a plugin (RFC 6455 §4.1). Throws `Unavailable` (`bad_gateway`) if it refuses, and the stream's error. */
export async function openWebsocket(stream: LocalStream, request: UpstreamRequest): Promise<Accepted> {
  stream.write(`${requestHead(request, 'Upgrade')}\r\n`, 'latin1')
  const received = await headOf(stream)
  const end = received.indexOf(END_OF_HEAD)
  const { status, fields } = parseResponseHead(received.toString('latin1', 0, end), request.method)
  if (status !== 101 || fieldOf(fields, 'upgrade')?.toLowerCase() !== 'websocket')
    throw new Unavailable(phrase('request.pluginWebsocketRefused'), { kind: 'bad_gateway' })
  return {
    stream,
    first: received.subarray(end + END_OF_HEAD.length),
    accept: fieldOf(fields, 'sec-websocket-accept') ?? '',
    protocol: fieldOf(fields, 'sec-websocket-protocol'),
  }
}

/** What was received up to the end of the head, and the bytes after it that came with it. The stream is paused then. */
function headOf(stream: LocalStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      const end = received.subarray(0, MAX_HEAD_BYTES).indexOf(END_OF_HEAD)
      if (end < 0 && received.length < MAX_HEAD_BYTES) return
      stream.pause().off('data', read)
      if (end < 0) reject(new Error('the head is too long'))
      else resolve(received)
    }
    stream.on('data', read)
    stream.on('error', reject)
    stream.once('close', () => reject(new Error('the connection was closed')))
  })
}
