import { Invalid } from '../../../errors.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'

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
  /** The line of each value that the caller checks, from 1; of lists in the order of their values. */
  readonly lines: Readonly<Record<CheckedSetting, readonly number[]>>
}

export type CheckedSetting = 'Address' | 'DNS' | 'ListenPort' | 'PublicKey' | 'AllowedIPs' | 'Endpoint'

/** A line that has no effect, counted from 1. Its value is omitted: it may contain a secret. */
export interface IgnoredLine {
  readonly line: number
  readonly setting: string
  readonly code: IgnoredCode
}

export const IGNORED_CODES = ['command', 'routes', 'mark', 'save', 'ipv6', 'search_domain'] as const
export type IgnoredCode = (typeof IGNORED_CODES)[number]

/** A line that cannot be used; 0 for a setting that is missing. */
export const invalidConfig = (line: number, reason: Phrase): Invalid =>
  new Invalid(line > 0 ? phrase('field.atLine', line, reason) : reason, 'Config')

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

/** A value with its line. */
interface Found {
  readonly line: number
  readonly value: string
}

/**
 * Parses a provider's file. Settings that run programs or change routes are ignored, as are IPv6 addresses and search domains;
 * an unknown setting, a second peer and an invalid value throw `Invalid`.
 */
export function parseQuickConfig(text: string): QuickConfig {
  const found = new Map<string, Found[]>()
  const ignored: IgnoredLine[] = []
  let section: Section | undefined
  const seen = new Set<Section>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (lines.length > MOST_LINES) throw invalidConfig(0, phrase('vpn.configTooManyLines', MOST_LINES))
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const content = raw.replace(/#.*$/, '').trim()
    if (content === '') continue
    const head = /^\[\s*(\w+)\s*\]$/.exec(content)
    if (head) {
      section = sectionOf(head[1] ?? '', line)
      if (seen.has(section)) throw invalidConfig(line, phrase('vpn.configSectionRepeated', head[1] ?? ''))
      seen.add(section)
      continue
    }
    const [name, value] = assignment(content, line)
    const key = name.toLowerCase()
    if (!section) throw invalidConfig(line, phrase('vpn.configOutsideSection', name))
    const code = section === 'interface' ? IGNORED[key] : undefined
    if (code !== undefined) ignored.push({ line, setting: name, code })
    else if (!(SETTINGS[section] as readonly string[]).includes(key))
      throw invalidConfig(
        line,
        phrase(section === 'peer' ? 'vpn.configPeerUnknownKey' : 'vpn.configInterfaceUnknownKey', name),
      )
    else take(found, key, name, value, line)
  }
  return configOf(found, seen, ignored)
}

function sectionOf(name: string, line: number): Section {
  const section = name.toLowerCase()
  if (section === 'interface' || section === 'peer') return section
  throw invalidConfig(line, phrase('vpn.configSectionUnknown'))
}

function assignment(content: string, line: number): [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w{1,32})\s*=\s*(.*)$/.exec(content) ?? []
  if (name === '') throw invalidConfig(line, phrase('vpn.configLineForm'))
  return [name, value.trim()]
}

function take(found: Map<string, Found[]>, key: string, name: string, value: string, line: number): void {
  const before = found.get(key)
  if (!LISTS.includes(key)) {
    if (before) throw invalidConfig(line, phrase('vpn.configSettingRepeated', name))
    if (value === '') throw invalidConfig(line, phrase('vpn.configSettingEmpty', name))
    found.set(key, [{ line, value }])
    return
  }
  const values = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  found.set(key, [...(before ?? []), ...values.map((one) => ({ line, value: one }))])
}

function configOf(
  found: ReadonlyMap<string, readonly Found[]>,
  seen: ReadonlySet<Section>,
  ignored: readonly IgnoredLine[],
): QuickConfig {
  if (!seen.has('interface')) throw invalidConfig(0, phrase('vpn.configInterfaceMissing'))
  if (!seen.has('peer')) throw invalidConfig(0, phrase('vpn.configPeerMissing'))
  const skipped = [...ignored]
  const one = (key: string): string => found.get(key)?.[0]?.value ?? ''
  const keyAt = (key: string, name: string): string => {
    const { line, value } = found.get(key)?.[0] ?? { line: 0, value: '' }
    if (line === 0) throw invalidConfig(0, phrase('field.partMissing', name))
    if (!KEY.test(value)) throw invalidConfig(line, phrase('vpn.configKeyFormat', name))
    return value
  }
  const number = (key: string, name: string, least: number, most: number): number | undefined => {
    const entry = found.get(key)?.[0]
    if (!entry) return undefined
    const value = /^\d{1,5}$/.test(entry.value) ? Number(entry.value) : Number.NaN
    if (!(value >= least && value <= most))
      throw invalidConfig(entry.line, phrase('vpn.configNumberRange', name, least, most))
    return value
  }
  const skip = (setting: string, code: IgnoredCode, entries: readonly Found[]): void => {
    for (const line of new Set(entries.map((entry) => entry.line))) skipped.push({ line, setting, code })
  }
  /** The IPv4 values of a list. */
  const ipv4 = (key: string, name: string): Found[] => {
    const entries = found.get(key) ?? []
    const isIpv6 = ({ value }: Found): boolean => value.includes(':')
    const rest = entries.filter((entry) => !isIpv6(entry))
    if (entries.length > 0 && rest.length === 0 && key !== 'dns')
      throw invalidConfig(entries[0]!.line, phrase('vpn.configOnlyIpv6', name))
    skip(name, 'ipv6', entries.filter(isIpv6))
    return rest
  }
  const isDomain = ({ value }: Found): boolean => !/^[\d.]+$/.test(value)
  const resolvers = ipv4('dns', 'DNS')
  skip('DNS', 'search_domain', resolvers.filter(isDomain))
  const dns = resolvers.filter((entry) => !isDomain(entry))
  const [addresses, allowed] = [ipv4('address', 'Address'), ipv4('allowedips', 'AllowedIPs')]
  const endpoints = found.get('endpoint') ?? []
  const [endpoint] = endpoints
  // RFC 3986 §3.2.2 has brackets around such an address; without them, it has more than one colon.
  if (endpoint && /^\[|:.*:/.test(endpoint.value)) throw invalidConfig(endpoint.line, phrase('vpn.configEndpointIpv6'))
  const off = one('persistentkeepalive').toLowerCase() === 'off'
  return {
    privateKey: keyAt('privatekey', 'PrivateKey'),
    addresses: addresses.map(textOf),
    dns: dns.map(textOf),
    mtu: number('mtu', 'MTU', 576, 9000),
    listenPort: number('listenport', 'ListenPort', 0, 65_535),
    publicKey: keyAt('publickey', 'PublicKey'),
    presharedKey: found.has('presharedkey') ? keyAt('presharedkey', 'PresharedKey') : '',
    allowed: allowed.map(textOf),
    endpoint: endpoint?.value ?? '',
    keepalive: off ? 0 : (number('persistentkeepalive', 'PersistentKeepalive', 0, 65_535) ?? 0),
    ignored: skipped.toSorted((a, b) => a.line - b.line),
    lines: {
      ...{ Address: addresses.map(lineOf), DNS: dns.map(lineOf), AllowedIPs: allowed.map(lineOf) },
      Endpoint: endpoints.map(lineOf),
      ListenPort: (found.get('listenport') ?? []).map(lineOf),
      PublicKey: (found.get('publickey') ?? []).map(lineOf),
    },
  }
}

const textOf = ({ value }: Found): string => value
const lineOf = ({ line }: Found): number => line
