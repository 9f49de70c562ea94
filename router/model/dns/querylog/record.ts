import { z } from 'zod'
import { numberToIp } from '../../../values/ip.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { type ResourceRecord, readDnsMessage } from '../../../wire/dns/record.ts'
import { isBlocked, type Line, messageAt, textsOfLine, verdictOfLine } from './line.ts'
import { describeVerdicts, VERDICTS, type VerdictKind, verdictRow } from './verdict.ts'

/** Of each client. */
export const MOST_RECORDS = 1024

const Name = z.string().meta({ description: 'Lower case, with the last dot', example: 'example.org.' })

const Header = z.object({
  Name,
  Rrtype: z
    .number()
    .int()
    .meta({ description: 'The type of the record as a number (IANA), such as 1 for A', example: 1 }),
  Class: z.number().int().meta({ description: 'The class as a number; 1 for the internet', example: 1 }),
  Ttl: z.number().int().meta({ description: 'Seconds', example: 30 }),
  Rdlength: z.number().int().meta({ description: 'Length of the data in bytes', example: 4 }),
})

export const RESULTS = ['NOERROR', 'NODATA', 'NXDOMAIN', 'BLOCKED', 'OTHERERROR'] as const
export type Result = (typeof RESULTS)[number]

/** One question, and what became of it: also the payload of the event `dns:serve:<ip>`. */
export const DnsLogRecord = z
  .object({
    Q: z
      .array(
        z.object({
          Name,
          Qtype: z.number().int().meta({ description: 'The type asked for, as a number (IANA)' }),
          Qclass: z.number().int().meta({ description: 'The class asked for, as a number; 1 for the internet' }),
        }),
      )
      .meta({ description: 'The question; a list of one' }),
    A: z.array(z.looseObject({ Hdr: Header.meta({ description: 'What every record has' }) })).meta({
      description:
        'The records of the answer, with the fields of their type: `A`, `AAAA`, `Target` (CNAME), `Ptr`, `Txt`, `Mx`, …; ' +
        '`Rdata` in hexadecimal digits for any other. Of a very long answer, the first ones.',
    }),
    Type: z
      .enum(RESULTS)
      .meta({ description: 'The outcome: a response code, NODATA for a name without such records, or BLOCKED' }),
    FirstName: Name,
    FirstAnswer: z.string().meta({ description: 'Empty when there was none', example: '203.0.113.80' }),
    Local: z.string().meta({ description: 'Where it was asked', example: '192.168.2.1:53' }),
    Remote: z.string().meta({ description: 'Who asked', example: '192.168.2.6:50862' }),
    Categories: z.array(z.string()).meta({ description: 'What block lists say of the name' }),
    Reason: z.string().meta({
      description:
        'Which rule of the home decided, or why no resolver upstream gave a usable answer: `no answer from upstream: ' +
        '9.9.9.9 (dns.quad9.net): connection refused`; empty otherwise',
      example: 'blocked by https://lists.example/hosts',
    }),
    Verdict: z.enum(VERDICTS).meta({
      description: `What the rules of the home decided: ${describeVerdicts('about')}`,
    }),
    By: z.string().meta({
      description: `What decided: ${describeVerdicts('by')}; otherwise empty`,
      example: 'https://lists.example/hosts',
    }),
    Timestamp: z
      .string()
      .meta({ description: 'When it was answered, in RFC 3339', example: '2026-03-01T08:05:34.983138000Z' }),
  })
  .meta({ id: 'DNSLogRecord' })
export type DnsLogRecord = z.infer<typeof DnsLogRecord>

/** A line as a record; undefined for a damaged one. `local` is the address of the resolver. */
export function recordOf(line: Line, local: string): DnsLogRecord | undefined {
  const { bytes, time, client, port, age, end } = line
  const start = messageAt(line)
  if (start > end) return undefined
  const message = readDnsMessage(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start))
  if (!message) return undefined
  const { name, type, answers } = message
  const { by, categories } = textsOfLine(line)
  const kind = verdictOfLine(line)
  return {
    Q: [{ Name: name, Qtype: type, Qclass: message.class }],
    A: answers.map((record) => answerOf(record, age)),
    Type: resultOf(kind, message.rcode, answers.length),
    FirstName: name,
    FirstAnswer: firstAnswer(answers),
    Local: local,
    Remote: `${numberToIp(client)}:${port}`,
    Categories: categories,
    Reason: reasonOfVerdict(kind, by),
    Verdict: kind,
    By: by,
    Timestamp: timestamp(time),
  }
}

const answerOf = (
  { name, type, class: Class, ttl, size, data }: ResourceRecord,
  age: number,
): DnsLogRecord['A'][number] => ({
  Hdr: { Name: name, Rrtype: type, Class, Ttl: Math.max(0, ttl - age), Rdlength: size },
  ...data,
})

/** The result of a query. `answers`: number of records in the answer. */
export function resultOf(kind: VerdictKind, rcode: number, answers: number): Result {
  if (isBlocked(kind, rcode)) return 'BLOCKED'
  if (rcode === RCODE.NXDOMAIN) return 'NXDOMAIN'
  if (rcode !== RCODE.NOERROR) return 'OTHERERROR'
  return answers > 0 ? 'NOERROR' : 'NODATA'
}

/** The first address, or else the first that says something in one word. */
function firstAnswer(answers: readonly ResourceRecord[]): string {
  const said = answers.flatMap(({ data }) => data.A ?? data.AAAA ?? data.Ptr ?? data.Target ?? data.Ns ?? data.Mx ?? [])
  const addresses = answers.flatMap(({ data }) => data.A ?? data.AAAA ?? [])
  return String(addresses[0] ?? said[0] ?? '')
}

export function reasonOfVerdict(kind: VerdictKind, by: string): string {
  const { reason, namesDecider } = verdictRow(kind)
  return namesDecider && by !== '' ? `${reason} ${by}` : reason.replace(/:$/, '')
}

/** RFC 3339, with nanoseconds as far as they are known. */
function timestamp(ms: number): string {
  const microseconds = Math.floor((ms % 1) * 1000)
  return new Date(ms).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}000Z`)
}
