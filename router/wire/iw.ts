import { textOfSsid } from './hostapd.ts'

/**
 * What `iw` (5.19 and 6.9) prints, as objects: contract 9.8. Its text is indented with tabs; items of lists begin with `*`, and a
 * line with two spaces before its words continues the item above it.
 */

export interface IndentedLine {
  readonly text: string
  readonly under: IndentedLine[]
}

/** A radio, as `iw list` describes it. */
export interface RadioCapabilities {
  readonly wiphy: string
  readonly wiphy_index: number
  readonly max_scan_ssids: number
  readonly supported_ciphers: readonly string[]
  readonly supported_interface_modes: readonly string[]
  readonly device_supports: readonly string[]
  readonly valid_interface_combinations: readonly string[]
  readonly bands: readonly IwBand[]
}

export interface IwBand {
  /** `Band 1` is 2.4 GHz, `Band 2` 5 GHz, `Band 4` 6 GHz. */
  readonly band: string
  /** Such as `5260 MHz [52] (20.0 dBm) (radar detection)`. */
  readonly frequencies: readonly string[]
  readonly bitrates: readonly string[]
  /** The first is the bit field in hexadecimal; absent where the band has none. */
  readonly capabilities?: readonly string[]
  readonly vht_capabilities?: readonly string[]
  readonly he_phy_capabilities?: readonly string[]
  readonly eht_phy_capabilities?: readonly string[]
}

export function parseRadios(text: string): RadioCapabilities[] {
  return treeOf(text).map(({ text: head, under }) => ({
    wiphy: head.replace('Wiphy ', ''),
    wiphy_index: numberAfter(under, 'wiphy index:'),
    max_scan_ssids: numberAfter(under, 'max # scan SSIDs:'),
    supported_ciphers: items(under, 'Supported Ciphers:'),
    supported_interface_modes: items(under, 'Supported interface modes:'),
    device_supports: under.flatMap(({ text: line }) => /^Device supports (.*?)\.?$/.exec(line)?.[1] ?? []),
    valid_interface_combinations: items(under, 'valid interface combinations:'),
    bands: under.filter(({ text: line }) => /^Band \d+:$/.test(line)).map(bandOf),
  }))
}

function bandOf({ text, under }: IndentedLine): IwBand {
  const he = under.find(({ text: line }) => line.startsWith('HE Iftypes:') && line.includes('AP'))?.under ?? []
  const eht = under.find(({ text: line }) => line.startsWith('EHT Iftypes:') && line.includes('AP'))?.under ?? []
  return {
    band: text.slice(0, -1),
    frequencies: items(under, 'Frequencies:'),
    bitrates: items(under, 'Bitrates (non-HT):'),
    ...flags('capabilities', under, /^Capabilities: (0x[0-9a-f]+)/),
    ...flags('vht_capabilities', under, /^VHT Capabilities \((0x[0-9a-f]+)\):/),
    ...flags('he_phy_capabilities', he, /^HE PHY Capabilities: \((0x[0-9a-f]+)\):/),
    ...flags('eht_phy_capabilities', eht, /^EHT PHY Capabilities: \((0x[0-9a-f]+)\):/),
  }
}

/** A bit field and the words for its bits. */
function flags<K extends string>(name: K, under: readonly IndentedLine[], head: RegExp): { [P in K]?: string[] } {
  for (const line of under) {
    const [, bits] = head.exec(line.text) ?? []
    if (bits !== undefined) return { [name]: [bits, ...line.under.map(({ text }) => text)] } as { [P in K]?: string[] }
  }
  return {}
}

/** A link of a radio, as `iw dev` describes it. Its values are text. */
export type IwInterface = Readonly<Record<string, string>>

/** By radio (`phy0`) and link. */
export function parseInterfaces(text: string): Record<string, Record<string, IwInterface>> {
  return Object.fromEntries(
    treeOf(text).map(({ text: head, under }) => [
      head.replace('#', ''),
      Object.fromEntries(
        under
          .filter(({ text: line }) => line.startsWith('Interface '))
          .map(({ text: line, under: fields }) => [line.replace('Interface ', ''), interfaceOf(fields)]),
      ),
    ]),
  )
}

const interfaceOf = (fields: readonly IndentedLine[]): IwInterface =>
  Object.fromEntries(
    fields
      // What has more below it is a table.
      .filter(({ text, under }) => under.length === 0 && /^[a-z]+ \S/.test(text))
      .map(({ text }) => {
        const name = text.slice(0, text.indexOf(' '))
        const value = text.slice(name.length + 1)
        return [name, name === 'ssid' ? textOfSsid(value) : value]
      }),
  )

/** A network that a scan has found. */
export interface ScannedNetwork {
  readonly bssid: string
  readonly interface: string
  readonly freq: number
  readonly ssid: string
  readonly capability: string
  readonly authentication_suites: string
  readonly pairwise_ciphers: string
  readonly signal_dbm: number
  readonly last_seen_ms: number
  readonly primary_channel: number
  readonly beacon_interval_tus: number
}

export function parseScan(text: string): ScannedNetwork[] {
  return treeOf(text).flatMap(({ text: head, under }) => {
    const [, bssid, link] = /^BSS ([0-9a-f:]{17})\s?\(on (\S+)\)/.exec(head) ?? []
    if (bssid === undefined || link === undefined) return []
    const field = (name: string): string =>
      under
        .findLast(({ text: line }) => line.startsWith(`${name}:`))
        ?.text.slice(name.length + 1)
        .trim() ?? ''
    const rsn = under.find(({ text: line }) => line.startsWith('RSN:'))?.under ?? []
    const suite = (name: string): string =>
      rsn
        .find(({ text: line }) => line.startsWith(`${name}:`))
        ?.text.slice(name.length + 1)
        .trim() ?? ''
    const operation = under.find(({ text: line }) => line === 'HT operation:')?.under ?? []
    const primary = numberAfter(operation, 'primary channel:') || numberAfter(under, 'DS Parameter set: channel')
    return [
      {
        bssid,
        interface: link,
        freq: Number.parseInt(field('freq'), 10),
        ssid: textOfSsid(field('SSID')),
        capability: field('capability'),
        authentication_suites: suite('Authentication suites'),
        pairwise_ciphers: suite('Pairwise ciphers'),
        signal_dbm: Number.parseFloat(field('signal')) || 0,
        last_seen_ms: Number.parseInt(field('last seen'), 10) || 0,
        primary_channel: primary,
        beacon_interval_tus: Number.parseInt(field('beacon interval'), 10) || 0,
      },
    ]
  })
}

/** The rules of the country that is set, as `iw reg get` gives them. */
export interface RegulatoryDomain {
  readonly country: string
  /** `DFS-ETSI`, `DFS-FCC`, `DFS-JP` or `DFS-UNSET`. */
  readonly dfs: string
  readonly bands: readonly IwRule[]
}

export interface IwRule {
  /** MHz. */
  readonly start: number
  readonly end: number
  readonly max_bandwidth: number
  readonly dbm: number
  readonly flags: readonly string[]
}

/** The rules that hold everywhere come first; those of single radios after them are left out. */
export function parseRules(text: string): RegulatoryDomain {
  const lines = treeOf(text).find(({ text: line }) => line.startsWith('country '))
  const [, country = '00', dfs = 'DFS-UNSET'] = /^country (\w+): (\S+)/.exec(lines?.text ?? '') ?? []
  const bands = (lines?.under ?? []).flatMap(({ text: line }): IwRule[] => {
    const [, start, end, width, dbm, flagText = ''] =
      /^\((\d+) - (\d+) @ (\d+)\), \([^,]+, (\d+)\), \([^)]*\)(?:, (.*))?$/.exec(line) ?? []
    if (start === undefined) return []
    const flagsOf = flagText.split(', ').filter(Boolean)
    return [{ start: Number(start), end: Number(end), max_bandwidth: Number(width), dbm: Number(dbm), flags: flagsOf }]
  })
  return { country, dfs, bands }
}

/** Lines below the others that they are indented under. */
export function treeOf(text: string): IndentedLine[] {
  const roots: IndentedLine[] = []
  const path: IndentedLine[] = []
  for (const raw of text.split('\n')) {
    const [, tabs = '', rest = ''] = /^(\t*)(.*)$/.exec(raw) ?? []
    const goesOn = /^ {2,}\S/.test(rest)
    const words = rest.trim().replace(/^\* /, '')
    if (words === '') continue
    const above = path[tabs.length - 1]
    if (goesOn && above?.under.length) {
      const last = above.under.pop()!
      above.under.push({ ...last, text: `${last.text} ${words}` })
      continue
    }
    const line: IndentedLine = { text: words, under: [] }
    ;(tabs === '' ? roots : (above?.under ?? roots)).push(line)
    path.length = tabs.length
    path.push(line)
    // `RSN:<tab> * Version: 1` begins its list on the same line.
    const [head, first] = words.split('\t')
    if (first !== undefined && head?.endsWith(':')) {
      const split: IndentedLine = { text: head, under: [{ text: first.trim().replace(/^\* /, ''), under: [] }] }
      const siblings = tabs === '' ? roots : (above?.under ?? roots)
      siblings[siblings.length - 1] = split
      path[path.length - 1] = split
    }
  }
  return roots
}

const items = (lines: readonly IndentedLine[], head: string): string[] =>
  lines.find(({ text }) => text === head)?.under.map(({ text }) => text) ?? []

export const numberAfter = (lines: readonly IndentedLine[], words: string): number =>
  Number.parseInt(lines.find(({ text }) => text.startsWith(words))?.text.slice(words.length) ?? '', 10) || 0
