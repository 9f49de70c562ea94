import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { DnsProvider } from './settings.ts'

const milliseconds = z.number().min(0)
const finding = z.enum(['yes', 'no', 'unknown'])

/** What test queries to one resolver have shown. */
export const Findings = z.object({
  Reachable: z.boolean().meta({ description: 'It has answered a query for the name servers of the root' }),
  Failure: z.string().meta({ description: 'Why it is not reachable; empty if it is', example: '' }),
  FirstMs: milliseconds.meta({
    description: 'Milliseconds until the first answer, with the time to connect; 0 if not reachable',
    example: 41.3,
  }),
  LatencyMs: milliseconds.meta({
    description: 'Milliseconds until an answer afterwards: the median of three; 0 without an answer',
    example: 12.4,
  }),
  DNSSEC: finding.meta({
    description:
      'Whether it validates signatures: `yes` if it answers SERVFAIL for a name with broken signatures, and with the address ' +
      'when checking is disabled; `no` if it answers with the address in any case',
    example: 'yes',
  }),
  Altered: finding.meta({
    description:
      'Whether answers are altered: `yes` if a name that does not exist has an address, or a name with a known address has another',
    example: 'no',
  }),
  Remark: z.string().meta({ description: 'What was altered; empty if nothing was found', example: '' }),
  Coded: CodedMessage.optional().meta({ description: 'The failure or the remark as a code with its values' }),
})
export type Findings = z.infer<typeof Findings>

/** The result for one resolver. */
export const Examination = z.object({ ...DnsProvider.shape, ...Findings.shape }).meta({ id: 'DNSResolverTest' })
export type Examination = z.infer<typeof Examination>

/** So many resolvers in one test, each with at most eight queries. */
export const MOST_EXAMINED = 4
