import type { z } from 'zod'
import type { GivenOverride } from '../../../../../router/model/dns/blocklists/given.ts'
import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'

export type DnsRuleKind = 'block' | 'permit' | 'lead'

/** The fields of the form for a rule. */
export interface DnsRuleDraft {
  readonly kind: DnsRuleKind
  readonly domain: string
  readonly target: string
  /** An address, or `EVERYBODY`; undefined while nothing is chosen. */
  readonly client: string | undefined
  readonly seconds: number
  readonly tags: readonly string[]
  readonly set: string
}

/** Whether neither a device nor everyone, and no tag, is chosen. */
export const isForNone = ({ client, tags }: Pick<DnsRuleDraft, 'client' | 'tags'>): boolean =>
  client === undefined && tags.length === 0

/** An address is of digits and dots, or has a colon (IPv6); everything else is a name. */
const isAddress = (text: string): boolean => /^[\d.]+$|:/.test(text)

/** As the router takes it. */
export function givenOf({ kind, domain, target, client, seconds, tags }: DnsRuleDraft): z.input<typeof GivenOverride> {
  const to = kind === 'lead' ? target.trim() : ''
  return {
    Type: kind === 'block' ? 'block' : 'permit',
    Domain: domain,
    ResultIP: isAddress(to) ? to : '',
    ResultCNAME: isAddress(to) ? '' : to,
    ClientIP: client ?? EVERYBODY,
    Expiration: seconds,
    Tags: [...tags],
  }
}
