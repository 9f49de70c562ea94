import { type IndentedLine, numberAfter, parseScan, treeOf } from './iw.ts'

/** What `iw` (5.19 and 6.9) prints of channels and their use: `iw phy … channels`, `iw dev … survey dump` and `iw dev … scan`. */

/** A channel of a radio. */
export interface IwChannel {
  /** MHz. */
  readonly frequency: number
  readonly channel: number
  /** Not permitted in the country, or not supported by the radio. */
  readonly isDisabled: boolean
  /** No access point may begin to transmit here. */
  readonly noIr: boolean
  /** 0 while disabled. */
  readonly dbm: number
  /** Such as `20MHz`, `HT40+`, `VHT80`. */
  readonly widths: readonly string[]
  /** Of a channel with radar: the kernel's state, and since when in seconds. */
  readonly dfs: { readonly state: 'usable' | 'available' | 'unavailable'; readonly seconds: number } | undefined
  /** Seconds that the channel has to be checked for radar; 0 for none. */
  readonly checkSeconds: number
}

/** Channels with a number: those of 2.4, 5 and 6 GHz. */
export const parseChannels = (text: string): IwChannel[] =>
  treeOf(text)
    .flatMap(({ under }) => under)
    .flatMap(({ text: line }): IwChannel[] => {
      const [, frequency, channel] = /^(\d+) MHz \[(\d+)\]/.exec(line) ?? []
      if (frequency === undefined || channel === undefined) return []
      const [, state, since] = /DFS state: (usable|available|unavailable) \(for (\d+) sec\)/.exec(line) ?? []
      return [
        {
          frequency: Number(frequency),
          channel: Number(channel),
          isDisabled: line.includes('(disabled)'),
          noIr: line.includes('No IR'),
          dbm: Number(/Maximum TX power: ([\d.]+)/.exec(line)?.[1] ?? 0),
          widths: /Channel widths:((?: [A-Z]*\d+(?:MHz|[+-])?)*)/.exec(line)?.[1]?.split(' ').filter(Boolean) ?? [],
          dfs: state === undefined ? undefined : { state: state as 'usable', seconds: Number(since) },
          checkSeconds: Number(/DFS CAC time: (\d+)/.exec(line)?.[1] ?? 0) / 1000,
        },
      ]
    })

/** The use of a channel since the radio was set up. */
export interface IwSurvey {
  /** MHz. */
  readonly frequency: number
  readonly activeMs: number
  /** Without what the radio itself sent. */
  readonly busyMs: number
}

/** Channels that the radio was not on are left out. */
export const parseSurveys = (text: string): IwSurvey[] =>
  text.split('Survey data from ').flatMap((survey) => {
    const value = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(survey)?.[1] ?? 0)
    const [frequency, activeMs] = [value('frequency'), value('active time')]
    const busyMs = Math.max(0, value('busy time') - value('transmit time'))
    return frequency && activeMs ? [{ frequency, activeMs, busyMs }] : []
  })

/** The block of channels that a network uses. */
export interface IwBlock {
  readonly bssid: string
  readonly ssid: string
  /** MHz of the middle of the block. */
  readonly centre: number
  /** MHz. */
  readonly width: number
  readonly dbm: number
}

/** The networks of a scan with the spectrum that they use. IEEE 802.11-2020, 9.4.2.56 and 9.4.2.158. In the 6 GHz band `iw` prints no width: 20 MHz. */
export function parseBlocks(text: string): IwBlock[] {
  const networks = new Map(parseScan(text).map((network) => [network.bssid, network]))
  return treeOf(text).flatMap(({ text: head, under }) => {
    const network = networks.get(head.slice('BSS '.length, 'BSS '.length + 17))
    if (!network) return []
    const { bssid, ssid, freq, signal_dbm: dbm } = network
    return [{ bssid, ssid, dbm, ...((freq > 5000 ? wideBlock(under) : undefined) ?? pairBlock(under, freq)) }]
  })
}

const operation = (under: readonly IndentedLine[], name: string): readonly IndentedLine[] =>
  under.find(({ text }) => text === `${name} operation:`)?.under ?? []

/** 20 or 40 MHz. */
function pairBlock(under: readonly IndentedLine[], frequency: number): Pick<IwBlock, 'centre' | 'width'> {
  const side = operation(under, 'HT').find(({ text }) => text.startsWith('secondary channel offset:'))?.text ?? ''
  if (side.endsWith('above')) return { centre: frequency + 10, width: 40 }
  if (side.endsWith('below')) return { centre: frequency - 10, width: 40 }
  return { centre: frequency, width: 20 }
}

/** 80 or 160 MHz; undefined for less. */
function wideBlock(under: readonly IndentedLine[]): Pick<IwBlock, 'centre' | 'width'> | undefined {
  const lines = operation(under, 'VHT')
  const code = numberAfter(lines, 'channel width:')
  const [first, second] = [numberAfter(lines, 'center freq segment 1:'), numberAfter(lines, 'center freq segment 2:')]
  if (code === 0 || first === 0) return undefined
  // 160 MHz is announced as 80 MHz with the middle of both halves as the second segment, and formerly by a separate code.
  if (code === 1 && Math.abs(second - first) === 8) return { centre: 5000 + 5 * second, width: 160 }
  return { centre: 5000 + 5 * first, width: code === 2 ? 160 : 80 }
}
