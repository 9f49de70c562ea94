import { z } from 'zod'
import { filledLine, line } from '../../../values/text.ts'

/** Where a fact about a device comes from. */
export const SIGNAL_TYPES = [
  'oui',
  'mac_vendor',
  'hostname',
  'mdns_service',
  'mdns_txt',
  'ssdp',
  'dns',
  'vendor_class',
  'dhcp_params',
] as const
export type SignalType = (typeof SIGNAL_TYPES)[number]

export const MOST_FINGERPRINTS = 1000
export const MOST_WEIGHT = 100

/** Kinds of devices of the built-in list. Own rules and corrections may have others. */
export const CATEGORIES = [
  'Phone',
  'Tablet',
  'Watch',
  'Laptop',
  'Computer',
  'TV',
  'Media player',
  'Speaker',
  'Camera',
  'Game console',
  'Printer',
  'NAS',
  'Smart home',
  'Network',
  'E-reader',
] as const

const label = (description: string, example: string) =>
  line(64)
    .default('')
    .meta({ description: `${description}; may be empty`, example })

/** A rule that recognises devices by one fact. */
export const Fingerprint = z
  .object({
    SignalType: z.enum(SIGNAL_TYPES).meta({ description: 'The fact that the pattern is compared with' }),
    Pattern: filledLine(128).meta({
      description:
        'Text in which `*` matches any characters; case is ignored. `oui`: the beginning of a MAC address, such as `b8:27:eb`. ' +
        '`mdns_service`: a service type or the type of an SSDP announcement. `mdns_txt`: `key=value`. `ssdp`: the value of a ' +
        'header. `dns`: a domain, which also matches its subdomains. `dhcp_params`: numbers with commas between them',
      example: 'model=MacBook*',
    }),
    Vendor: label('The manufacturer', 'Apple'),
    Category: label('The kind of device', 'Laptop'),
    Model: label('The model', 'MacBook'),
    Weight: z
      .int()
      .min(1)
      .max(MOST_WEIGHT)
      .default(50)
      .meta({ description: 'How certain the fact alone makes the category, in percent', example: 60 }),
    Decisive: z.boolean().default(false).meta({
      description:
        'The category applies whatever the other facts are. Of several, the first; own rules come before built-in ones',
    }),
  })
  .meta({ id: 'Fingerprint' })
export type Fingerprint = z.infer<typeof Fingerprint>

export const Fingerprints = z
  .array(Fingerprint)
  .max(MOST_FINGERPRINTS)
  .meta({
    example: [{ SignalType: 'mdns_txt', Pattern: 'model=MacBook*', Vendor: 'Apple', Category: 'Laptop', Weight: 60 }],
  })

/**
 * A list with one rule changed: `before` becomes `after`. Without `before`, `after` is added at the end; without `after`, the rule is
 * deleted. Undefined if the list does not have `before`.
 */
export function withRule(
  rules: readonly Fingerprint[],
  before: Fingerprint | undefined,
  after: Fingerprint | undefined,
): Fingerprint[] | undefined {
  const given = after ? [after] : []
  if (!before) return [...rules, ...given]
  const at = rules.findIndex((rule) => textOf(rule) === textOf(before))
  return at === -1 ? undefined : rules.toSpliced(at, 1, ...given)
}

const textOf = ({ SignalType, Pattern, Vendor, Category, Model, Weight, Decisive }: Fingerprint): string =>
  JSON.stringify([SignalType, Pattern, Vendor, Category, Model, Weight, Decisive])

/** The rules that the owner has set. */
export const FingerprintSettings = z.object({
  Custom: z.array(Fingerprint),
  /** In place of the built-in list; null: the built-in list applies. */
  Builtin: z.array(Fingerprint).nullable(),
})
export type FingerprintSettings = z.infer<typeof FingerprintSettings>

export const defaultFingerprints = (): FingerprintSettings => ({ Custom: [], Builtin: null })

/**
 * Whether a text matches a pattern in which `*` is any text. Both in lower case. Each part is searched for once, from left to right, so the
 * time is at most the product of both lengths.
 */
export function matches(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  if (others.length === 0) return pattern === text
  const last = others.pop()!
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** Whether a name is a domain or one of its subdomains. Both in lower case. */
export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)
