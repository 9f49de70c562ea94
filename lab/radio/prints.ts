/** What `iw` 5.19 prints, as far as the daemon reads it, about a radio of two bands. */

const LOW = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
const HIGH = [36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 144]
const RADAR_FROM = 52

const lowMHz = (channel: number): number => 2407 + 5 * channel
const highMHz = (channel: number): number => 5000 + 5 * channel
const hasRadar = (channel: number): boolean => channel >= RADAR_FROM

const indented = (depth: number, lines: readonly string[]): string =>
  lines.map((line) => `${'\t'.repeat(depth)}${line}\n`).join('')

const frequency = (mhz: number, channel: number, isRadar: boolean): string =>
  `* ${mhz} MHz [${channel}] (20.0 dBm)${isRadar ? ' (radar detection)' : ''}`

/** `iw list` */
export const listed = (): string =>
  'Wiphy phy0\n' +
  indented(1, ['wiphy index: 0', 'max # scan SSIDs: 4', 'Supported interface modes:']) +
  indented(2, ['* managed', '* AP', '* AP/VLAN']) +
  indented(1, ['Band 1:']) +
  indented(2, ['Capabilities: 0x107e']) +
  indented(3, ['HT20/HT40']) +
  indented(2, ['Frequencies:']) +
  indented(
    3,
    LOW.map((channel) => frequency(lowMHz(channel), channel, false)),
  ) +
  indented(1, ['Band 2:']) +
  indented(2, ['Capabilities: 0x107e']) +
  indented(3, ['HT20/HT40']) +
  indented(2, ['VHT Capabilities (0x0000017a):']) +
  indented(3, ['Max MPDU length: 11454']) +
  indented(2, ['Frequencies:']) +
  indented(
    3,
    HIGH.map((channel) => frequency(highMHz(channel), channel, hasRadar(channel))),
  ) +
  indented(1, ['valid interface combinations:']) +
  indented(2, [
    ' * #{ managed } <= 2, #{ AP, mesh point } <= 8,',
    '   total <= 8, #channels <= 1, STA/AP BI must match, radar detect widths: { 20 MHz (no HT), 20 MHz }',
  ])

/** `iw phy#0 channels` */
export const channels = (): string =>
  'Band 1:\n' +
  LOW.map((channel) => {
    const sides = [...(channel > 4 ? ['HT40-'] : []), ...(channel < 10 ? ['HT40+'] : [])].join(' ')
    return channelPrint(lowMHz(channel), channel, `20MHz ${sides}`, false)
  }).join('') +
  'Band 2:\n' +
  HIGH.map((channel, index) => {
    const widths = channel === 144 ? '20MHz' : `20MHz HT40${index % 2 === 0 ? '+' : '-'} VHT80`
    return channelPrint(highMHz(channel), channel, widths, hasRadar(channel))
  }).join('')

/** Details are indented by spaces. */
const channelPrint = (mhz: number, channel: number, widths: string, isRadar: boolean): string =>
  indented(1, [
    `* ${mhz} MHz [${channel}] `,
    '  Maximum TX power: 20.0 dBm',
    ...(isRadar ? ['  Radar detection'] : []),
    `  Channel widths: ${widths}`,
    ...(isRadar ? ['  DFS state: usable (for 100 sec)', '  DFS CAC time: 60000 ms'] : []),
  ])

/** `iw dev`, while the radio transmits on this channel. */
export const devices = (link: string, mac: string, tuned: { channel: number; mhz: number; width: number }): string =>
  'phy#0\n' +
  indented(1, [`Interface ${link}`]) +
  indented(2, [
    'ifindex 3',
    'wdev 0x1',
    `addr ${mac}`,
    'type AP',
    `channel ${tuned.channel} (${tuned.mhz} MHz), width: ${tuned.width} MHz, center1: ${tuned.mhz} MHz`,
    'txpower 20.00 dBm',
  ])

/** `iw reg get` */
export const rules = (country: string): string =>
  `global\ncountry ${country}: DFS-ETSI\n` +
  indented(1, [
    '(2400 - 2483 @ 40), (N/A, 20), (N/A)',
    '(5150 - 5250 @ 80), (N/A, 23), (N/A), NO-OUTDOOR',
    '(5250 - 5350 @ 80), (N/A, 20), (0 ms), NO-OUTDOOR, DFS',
    '(5470 - 5725 @ 160), (N/A, 26), (0 ms), DFS',
  ])

/** A network that a scan finds. */
export interface Neighbour {
  readonly ssid: string
  readonly mhz: number
  readonly signal: number
  /** Such as `PSK SAE`; empty for an open network. */
  readonly suites?: string
}

/** `iw dev … scan` */
export const found = (link: string, neighbours: readonly Neighbour[]): string =>
  neighbours
    .map(
      ({ ssid, mhz, signal, suites = 'PSK' }, index) =>
        `BSS 02:00:5e:00:02:${index.toString(16).padStart(2, '0')}(on ${link})\n` +
        indented(1, [`freq: ${mhz}`, 'beacon interval: 100 TUs', `signal: ${signal}.00 dBm`, 'last seen: 0 ms ago']) +
        indented(1, [`SSID: ${escaped(ssid)}`]) +
        (suites
          ? `\tRSN:\t * Version: 1\n${indented(2, ['* Pairwise ciphers: CCMP', `* Authentication suites: ${suites}`])}`
          : ''),
    )
    .join('')

/** All but ASCII as `\xNN`. */
const escaped = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte > 31 && byte < 127 && byte !== 92 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
