import { STATUS } from './http.ts'

/** How a response ends: it has no body, so many bytes, chunks, or everything until the connection is closed. RFC 9112 §6.3. */
export type Framing = 'none' | number | 'chunked' | 'close'

export interface ResponseHead {
  readonly status: number
  /** Names in lower case and values, in turn, in the order of the response. */
  readonly fields: readonly string[]
  readonly framing: Framing
  /** Whether another request may follow on the connection. */
  readonly isKeptAlive: boolean
}

const MAX_FIELDS = 100
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-zA-Z]+$/
/** RFC 9110 §5.5. Other control characters could end the line for another reader. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const LENGTH = /^\d{1,15}$/

/**
 * Parses the head of a response to a request with this method: the lines before the empty one, without it, as Latin-1. Throws for all that
 * two readers could take for different responses: other line ends than CRLF, folded lines, spaces before a colon, two lengths, a length with
 * chunks, other transfer codings (RFC 9112 §§2.2, 5.1, 5.2, 6.1 and 6.3).
 */
export function parseResponseHead(text: string, method: string): ResponseHead {
  const lines = text.split('\r\n')
  if (lines.length > MAX_FIELDS + 1) throw new Error('too many header fields')
  const [, minor, code] = STATUS_LINE.exec(lines[0]!) ?? []
  if (code === undefined) throw new Error('invalid status line')
  const status = Number(code)
  const fields: string[] = []
  let length: string | undefined
  let coding: string | undefined
  let connection = ''
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    const given = line.slice(colon + 1)
    const value = given.trim()
    if (!NAME.test(name) || !VALUE.test(given)) throw new Error('invalid header field')
    if (name === 'content-length') {
      if (length !== undefined || !LENGTH.test(value)) throw new Error('invalid Content-Length')
      length = value
    } else if (name === 'transfer-encoding') {
      if (coding !== undefined || value.toLowerCase() !== 'chunked' || minor === '0')
        throw new Error('invalid Transfer-Encoding')
      coding = value
    } else if (name === 'connection') connection += `,${value.toLowerCase()}`
    fields.push(name, value)
  }
  if (length !== undefined && coding !== undefined) throw new Error('two lengths')
  const framing = framingOf(status, method, length, coding)
  const isKeptAlive = framing !== 'close' && minor === '1' && !/(^|[,\s])close($|[,\s])/.test(connection)
  return { status, fields, framing, isKeptAlive }
}

function framingOf(status: number, method: string, length: string | undefined, coding: string | undefined): Framing {
  if (method === 'HEAD' || status < 200 || status === STATUS.noContent || status === STATUS.notModified) return 'none'
  if (coding !== undefined) return 'chunked'
  return length === undefined ? 'close' : Number(length)
}
