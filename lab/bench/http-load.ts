import { connect } from 'node:net'
import { parseArgs } from 'node:util'

/** The request, the number of connections and the duration. */
export interface HttpLoad {
  /** A TCP port of this machine, or the path of a unix socket. */
  readonly at: number | string
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
  readonly seconds: number
  /** Requests a second on all connections together; unlimited if undefined. */
  readonly perSecond?: number
}

export interface HttpMeasured {
  readonly perSecond: number
  /** From a request to the last byte of its answer. */
  readonly medianMs: number
  readonly p99Ms: number
}

/**
 * A client that does as little as it can, so that what is measured is the server: it writes one request over and over, and
 * of an answer looks at its status and at how long it is. Any answer but 200 is an error.
 */
export async function loadHttp(load: HttpLoad): Promise<HttpMeasured> {
  const request = Buffer.from(spell(load))
  const times: number[] = []
  const ends = performance.now() + load.seconds * 1000
  const began = performance.now()
  await Promise.all(Array.from({ length: load.connections }, () => ask(load, request, ends, times)))
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const share = (part: number): number => times[Math.floor((times.length - 1) * part)]!
  return { perSecond: times.length / took, medianMs: share(0.5), p99Ms: share(0.99) }
}

const spell = ({ method, path, headers, body }: HttpLoad): string => {
  const all = { Host: 'localhost', ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** One connection: each request is sent after the complete response to the one before it, and not before it is due. */
function ask(
  { at, method, path, connections, perSecond }: HttpLoad,
  request: Buffer,
  ends: number,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = typeof at === 'number' ? connect(at, '127.0.0.1') : connect(at)
    const answers = new AnswerReader()
    let sentAt = 0
    let due = performance.now()
    const send = (): void => {
      sentAt = performance.now()
      socket.write(request)
    }
    const sendWhenDue = (): void => {
      due += perSecond === undefined ? 0 : (1000 * connections) / perSecond
      const waitMs = due - performance.now()
      if (waitMs >= 1) setTimeout(send, waitMs)
      else send()
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${method} ${path}: the connection was closed`)))
    socket.on('data', (part: Buffer) => {
      if (!answers.isWholeWith(part)) return
      if (answers.status !== 200) return void socket.destroy(new Error(`${method} ${path} gave ${answers.status}`))
      const now = performance.now()
      times.push(now - sentAt)
      if (now < ends) return sendWhenDue()
      socket.off('close', reject).destroy()
      resolve()
    })
  })
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Splits responses by Content-Length, or at the last chunk of a chunked one. */
class AnswerReader {
  status = 0
  #head: Buffer = Buffer.alloc(0)
  #left: number | 'chunks' | undefined
  #tail: Buffer = Buffer.alloc(0)

  /** Returns whether the response is complete with these bytes. They never contain a part of the next response. */
  isWholeWith(part: Buffer): boolean {
    const body = this.#left === undefined ? this.#readHead(part) : part
    if (!body || this.#left === undefined) return false
    if (this.#left === 'chunks') {
      this.#tail = Buffer.concat([this.#tail, body.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      if (!this.#tail.equals(LAST_CHUNK)) return false
    } else {
      this.#left -= body.length
      if (this.#left > 0) return false
    }
    this.#left = undefined
    this.#head = this.#tail = Buffer.alloc(0)
    return true
  }

  /** What follows the head, once that has come. */
  #readHead(part: Buffer): Buffer | undefined {
    this.#head = Buffer.concat([this.#head, part])
    const end = this.#head.indexOf(END_OF_HEAD)
    if (end < 0) return undefined
    const head = this.#head.toString('latin1', 0, end).toLowerCase()
    this.status = Number(head.slice(9, 12))
    this.#left = head.includes('transfer-encoding: chunked')
      ? 'chunks'
      : Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)
    return this.#head.subarray(end + END_OF_HEAD.length)
  }
}

if (import.meta.main) {
  const [text = ''] = parseArgs({ allowPositionals: true }).positionals
  console.log(JSON.stringify(await loadHttp(JSON.parse(text))))
  process.exit(0)
}
