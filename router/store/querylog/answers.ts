import type { AnswerWord } from '../../model/dns/querylog/filter.ts'
import { type Line, messageAt, textsOfLine } from '../../model/dns/querylog/line.ts'
import { recordOf } from '../../model/dns/querylog/record.ts'
import { isIp } from '../../values/ip.ts'

/** An IPv4 or IPv6 address in the spelling of records (RFC 5952); undefined for any other text. */
export function addressIn(text: string): string | undefined {
  if (isIp(text)) return text
  return /^[\da-f:]*:[\da-f:.]*$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined
}

/**
 * Returns whether a query has these addresses: in its answer, or where any word of a search may be. Answers are not in the index,
 * so that each selected line is looked at. `ip` is the present address of its client.
 */
export function answerMatcher(words: readonly AnswerWord[]): (line: Line, ip: string) => boolean {
  const wanted = words.map(({ text, clients }) => ({ text, clients, bytes: bytesOf(text), labels: labelsOf(text) }))
  return (line, ip) =>
    wanted.every(({ text, clients, bytes, labels }) => {
      if (clients.has(ip) || ip.includes(text)) return true
      const { by, categories } = textsOfLine(line)
      if (by.includes(text) || categories.some((category) => category.includes(text))) return true
      const message = Buffer.from(
        line.bytes.buffer,
        line.bytes.byteOffset + messageAt(line),
        line.end - messageAt(line),
      )
      if (!message.includes(bytes) && !(labels && message.includes(labels))) return false
      const record = recordOf(line, '')
      return (
        record !== undefined &&
        (record.FirstName.includes(text) || record.A.some(({ A, AAAA }) => A === text || AAAA === text))
      )
    })
}

/** The address as in the data of a record. */
function bytesOf(address: string): Buffer {
  if (isIp(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (part = ''): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail)]
  const all = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

/** The two inner numbers of an IPv4 address as labels of a name that contains it. */
function labelsOf(address: string): Buffer | undefined {
  const [, ...inner] = address.split('.').slice(0, 3)
  return inner.length === 2
    ? Buffer.concat(inner.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)))
    : undefined
}
