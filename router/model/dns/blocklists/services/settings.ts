import { z } from 'zod'
import { Catalogue } from './catalogue.ts'

/** A list of services that replaces the built-in one; null for none. */
export const DnsServices = z.object({ Catalogue: Catalogue.nullable() })
export type DnsServices = z.infer<typeof DnsServices>

export const defaultDnsServices = (): DnsServices => ({ Catalogue: null })
