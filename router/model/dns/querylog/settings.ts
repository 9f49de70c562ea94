import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { withoutDot } from '../../../values/domain.ts'
import { type Ip, isIp } from '../../../values/ip.ts'
import { LEAST_MEGABYTES, MOST_DAYS, MOST_MEGABYTES } from './bounds.ts'

export const RetentionDays = z
  .int()
  .min(1)
  .max(MOST_DAYS)
  .meta({ description: 'Days after which a query is deleted', example: 7 })
export const MaxMegabytes = z.int().min(LEAST_MEGABYTES).max(MOST_MEGABYTES).meta({
  description:
    'The log grows to this many MiB on the disk, or to a quarter of the free space if that is less; then the oldest queries are deleted',
  example: 1024,
})
const DEFAULT_DAYS = 7
const DEFAULT_MEGABYTES = 1024

/** What the owner wants of the log of DNS questions. */
export const DnsLogSettings = z.object({
  /** Clients that are not logged. */
  HostPrivacyIPList: z
    .array(z.string())
    .meta({ description: 'IPv4 addresses of devices whose questions are not logged' }),
  /** Domains that are not logged, in lower case, with a dot at the end if they were set with one. */
  DomainIgnoreList: z.array(z.string()).meta({ description: 'Domains that are not logged, in lower case' }),
  /** Whether queries are stored. */
  StoreLocalMemory: z.boolean().meta({ description: 'Questions are stored on the router' }),
  // The defaults are also those of settings that were stored before these existed.
  RetentionDays: RetentionDays.default(DEFAULT_DAYS),
  MaxMegabytes: MaxMegabytes.default(DEFAULT_MEGABYTES),
})
export type DnsLogSettings = z.infer<typeof DnsLogSettings>

export const defaultDnsLog = (): DnsLogSettings => ({
  HostPrivacyIPList: [],
  DomainIgnoreList: [],
  StoreLocalMemory: true,
  RetentionDays: DEFAULT_DAYS,
  MaxMegabytes: DEFAULT_MEGABYTES,
})

export const MOST_PRIVATE = 1000
export const MOST_IGNORED = 1000

/** Each address once. Throws `Invalid`, naming the one that is none. */
export function privateIps(given: readonly string[]): Ip[] {
  const ips = given.map((text) => text.trim())
  const bad = ips.find((ip) => !isIp(ip))
  if (bad !== undefined) throw new Invalid(phrase('dns.logAddress', JSON.stringify(bad)))
  const once = [...new Set(ips)]
  if (once.length > MOST_PRIVATE) throw new Invalid(phrase('dns.logAddressesFull', MOST_PRIVATE))
  return once
}

const LABEL = /^[!-,/-[\]-~]{1,63}$/

/** The name as stored: in lower case, with a final dot if it was given with one. Throws `Invalid` if the text is not a name. */
export function ignoredName(given: string): string {
  const name = given.trim().toLowerCase()
  const plain = withoutDot(name)
  if (plain.length > 253 || !plain.split('.').every((label) => LABEL.test(label)))
    throw new Invalid(phrase('dns.logDomain'), 'domain')
  return name
}
