import packet from 'dns-packet'
import { CACHED, FORM, LINE, LONGEST_LINE } from '../../model/dns/querylog/line.ts'
import { VERDICTS, type VerdictKind } from '../../model/dns/querylog/verdict.ts'
import { type Ip, ipToNumber } from '../../values/ip.ts'

/** A query as a test describes it. */
export interface TestQuery {
  readonly time: number
  readonly client: Ip
  readonly name: string
  readonly type?: 'A' | 'AAAA' | 'TXT'
  readonly verdict?: VerdictKind
  readonly by?: string
  readonly categories?: readonly string[]
  readonly rcode?: number
  readonly isCached?: boolean
  /** An address in the answer. */
  readonly answer?: string
}

/** A batch of lines as a thread of the resolver writes them, without repetitions. */
export function batchOf(queries: readonly TestQuery[]): Buffer {
  const batch = Buffer.alloc(queries.length * LONGEST_LINE)
  let at = 0
  for (const query of queries) {
    const { time, client, name, type = 'A', verdict = 'passed', by = '', categories = [], rcode = 0, answer } = query
    const message = packet.encode({
      ...{ type: 'response', flags: rcode, questions: [{ type: type as 'A', name, class: 'IN' }] },
      answers: answer === undefined ? [] : [{ type: answer.includes(':') ? 'AAAA' : 'A', name, ttl: 60, data: answer }],
    })
    const start = at
    at += LINE.texts
    at += batch.write(by, at, 'utf8')
    batch[start + LINE.head] = at - start - LINE.texts
    const text = batch.write(categories.join('\n'), at, 'utf8')
    at += text
    batch[start + LINE.head + 1] = text
    batch[start + LINE.form] = FORM.whole
    batch[start + LINE.verdict] = VERDICTS.indexOf(verdict) | (query.isCached ? CACHED : 0)
    batch.writeDoubleBE(time, start + LINE.time)
    batch.writeUInt32BE(ipToNumber(client), start + LINE.client)
    batch.writeUInt16BE(50862, start + LINE.port)
    batch.set(message, at)
    at += message.length
    batch.writeUInt16BE(at - start, start)
  }
  return batch.subarray(0, at)
}
