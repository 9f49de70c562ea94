/** A configuration file of wg-quick(8) with one peer. Values are texts as in the file; lists are split at commas. */
export interface QuickConfig {
  readonly privateKey: string
  readonly addresses: readonly string[]
  readonly dns: readonly string[]
  readonly mtu: number | undefined
  readonly listenPort: number | undefined
  readonly publicKey: string
  /** Empty for none. */
  readonly presharedKey: string
  readonly allowed: readonly string[]
  /** Empty for none. */
  readonly endpoint: string
  /** Seconds; 0 for none. */
  readonly keepalive: number
  readonly ignored: readonly IgnoredLine[]
}

/** A line that has no effect, counted from 1. Its value is omitted: it may contain a secret. */
export interface IgnoredLine {
  readonly line: number
  readonly setting: string
  readonly code: IgnoredCode
}

export const IGNORED_CODES = ['command', 'routes', 'mark', 'save', 'ipv6', 'search_domain'] as const
export type IgnoredCode = (typeof IGNORED_CODES)[number]

/** A line that cannot be used; 0 for a setting that is missing. */
export class QuickConfigError extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(line > 0 ? `line ${line}: ${reason}` : reason)
    this.line = line
  }
}

const IGNORED: Readonly<Record<string, IgnoredCode>> = {
  preup: 'command',
  postup: 'command',
  predown: 'command',
  postdown: 'command',
  table: 'routes',
  fwmark: 'mark',
  saveconfig: 'save',
}

const SETTINGS = {
  interface: ['privatekey', 'address', 'dns', 'mtu', 'listenport'],
  peer: ['publickey', 'presharedkey', 'allowedips', 'endpoint', 'persistentkeepalive'],
} as const
type Section = keyof typeof SETTINGS
/** They may occur more than once, and have values separated by commas. */
const LISTS: readonly string[] = ['address', 'dns', 'allowedips']

const MOST_LINES = 500
const KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

interface Found {
  readonly line: number
  readonly values: string[]
}

/**
 * Parses a provider's file. Settings that run programs or change routes are ignored, as are IPv6 addresses and search domains;
 * an unknown setting, a second peer and an invalid value throw `QuickConfigError`.
 */
export function parseQuickConfig(text: string): QuickConfig {
  const found = new Map<string, Found>()
  const ignored: IgnoredLine[] = []
  let section: Section | undefined
  const seen = new Set<Section>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (lines.length > MOST_LINES) throw new QuickConfigError(0, `must have at most ${MOST_LINES} lines`)
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const content = raw.replace(/#.*$/, '').trim()
    if (content === '') continue
    const head = /^\[\s*(\w+)\s*\]$/.exec(content)
    if (head) {
      section = sectionOf(head[1] ?? '', line)
      if (seen.has(section))
        throw new QuickConfigError(line, `there is a second [${head[1]}]; a tunnel has one peer: add another tunnel`)
      seen.add(section)
      continue
    }
    const [name, value] = assignment(content, line)
    const key = name.toLowerCase()
    if (!section) throw new QuickConfigError(line, `${name} must be in the section [Interface] or [Peer]`)
    const code = section === 'interface' ? IGNORED[key] : undefined
    if (code !== undefined) ignored.push({ line, setting: name, code })
    else if (!(SETTINGS[section] as readonly string[]).includes(key))
      throw new QuickConfigError(line, `${name} is not a setting of [${section === 'peer' ? 'Peer' : 'Interface'}]`)
    else take(found, key, name, value, line)
  }
  return configOf(found, seen, ignored)
}

function sectionOf(name: string, line: number): Section {
  const section = name.toLowerCase()
  if (section === 'interface' || section === 'peer') return section
  throw new QuickConfigError(line, 'the sections are [Interface] and [Peer]')
}

function assignment(content: string, line: number): [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w{1,32})\s*=\s*(.*)$/.exec(content) ?? []
  if (name === '') throw new QuickConfigError(line, 'must have the form Name = value')
  return [name, value.trim()]
}

function take(found: Map<string, Found>, key: string, name: string, value: string, line: number): void {
  const before = found.get(key)
  if (!LISTS.includes(key)) {
    if (before) throw new QuickConfigError(line, `${name} is set twice`)
    if (value === '') throw new QuickConfigError(line, `${name} is empty`)
    found.set(key, { line, values: [value] })
    return
  }
  const values = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  found.set(key, { line: before?.line ?? line, values: [...(before?.values ?? []), ...values] })
}

function configOf(
  found: ReadonlyMap<string, Found>,
  seen: ReadonlySet<Section>,
  ignored: readonly IgnoredLine[],
): QuickConfig {
  if (!seen.has('interface')) throw new QuickConfigError(0, 'the section [Interface] is missing')
  if (!seen.has('peer')) throw new QuickConfigError(0, 'the section [Peer] is missing')
  const skipped = [...ignored]
  const one = (key: string): string => found.get(key)?.values[0] ?? ''
  const keyAt = (key: string, name: string): string => {
    const { line, values } = found.get(key) ?? { line: 0, values: [''] }
    const [value = ''] = values
    if (line === 0) throw new QuickConfigError(0, `${name} is missing`)
    if (!KEY.test(value)) throw new QuickConfigError(line, `${name} must be 32 bytes in base64 (44 characters)`)
    return value
  }
  const number = (key: string, name: string, least: number, most: number): number | undefined => {
    const entry = found.get(key)
    if (!entry) return undefined
    const value = /^\d{1,5}$/.test(entry.values[0] ?? '') ? Number(entry.values[0]) : Number.NaN
    if (!(value >= least && value <= most))
      throw new QuickConfigError(entry.line, `${name} must be a number from ${least} to ${most}`)
    return value
  }
  /** The IPv4 values of a list. */
  const ipv4 = (key: string, name: string): string[] => {
    const { line, values } = found.get(key) ?? { line: 0, values: [] }
    const isIpv6 = (value: string): boolean => value.includes(':')
    const rest = values.filter((value) => !isIpv6(value))
    if (values.length > 0 && rest.length === 0 && key !== 'dns')
      throw new QuickConfigError(line, `${name} has only IPv6 addresses; the router needs an IPv4 address`)
    if (values.some(isIpv6)) skipped.push({ line, setting: name, code: 'ipv6' })
    return rest
  }
  const dns = ipv4('dns', 'DNS')
  const domains = dns.filter((value) => !/^[\d.]+$/.test(value))
  if (domains.length > 0) skipped.push({ line: found.get('dns')?.line ?? 0, setting: 'DNS', code: 'search_domain' })
  const off = one('persistentkeepalive').toLowerCase() === 'off'
  return {
    privateKey: keyAt('privatekey', 'PrivateKey'),
    addresses: ipv4('address', 'Address'),
    dns: dns.filter((value) => !domains.includes(value)),
    mtu: number('mtu', 'MTU', 576, 9000),
    listenPort: number('listenport', 'ListenPort', 0, 65_535),
    publicKey: keyAt('publickey', 'PublicKey'),
    presharedKey: found.has('presharedkey') ? keyAt('presharedkey', 'PresharedKey') : '',
    allowed: ipv4('allowedips', 'AllowedIPs'),
    endpoint: one('endpoint'),
    keepalive: off ? 0 : (number('persistentkeepalive', 'PersistentKeepalive', 0, 65_535) ?? 0),
    ignored: skipped,
  }
}
