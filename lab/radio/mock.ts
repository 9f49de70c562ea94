import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../home/radio.ts'
import { channels, devices, listed, rules } from './prints.ts'

/** What the programs in place of hostapd and iw answer with. */
export interface Air {
  /** Fields of hostapd about each station, by network and MAC address. */
  readonly stations: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
  /** Fields of STATUS other than what follows from the configuration. */
  readonly status: Readonly<Record<string, string>>
  /** Why hostapd does not start; empty if it does. */
  readonly refusal: string
  /** Events that were sent, oldest first. */
  readonly events: readonly { readonly network: string; readonly event: string }[]
  /** What iw prints, by its arguments. */
  readonly iw: Readonly<Record<string, string>>
}

export const readAir = (file: string): Air => JSON.parse(readFileSync(file, 'utf8'))

/** What hostapd reports about a station nearby. */
const FIELDS = {
  flags: '[AUTH][ASSOC][AUTHORIZED][WMM][HT]',
  AKMSuiteSelector: '00-0f-ac-8',
  signal: '-48',
  tx_rate_info: '2882 vhtmcs 7 vhtnss 2',
  rx_rate_info: '2402 vhtmcs 5 vhtnss 2',
  connected_time: '5400',
}

/** The hardware address of the radio. */
export const MOCK_MAC = '02:00:5e:00:01:00'

const PROGRAMS = { hostapd: 'hostapd.ts', iw: 'iw.ts' }

/**
 * Programs in place of hostapd and iw for a router without a radio, so that the app can be shown with one. Radio itself is not
 * tested with them.
 */
export class MockRadio {
  /** The directory of the programs, to be the first in PATH. */
  readonly programs: string
  /** The identity whose passphrase stations prove from now on; undefined for that of the station's address. */
  proves: string | undefined
  readonly #file: string
  #air: Air = {
    stations: {},
    status: {},
    refusal: '',
    events: [],
    iw: {
      list: listed(),
      'phy#0 channels': channels(),
      'reg get': rules('DE'),
      dev: devices('wlan0', MOCK_MAC, { channel: 1, mhz: 2412, width: 20 }),
    },
  }

  constructor(dir: string) {
    this.programs = join(dir, 'programs')
    this.#file = join(dir, 'air', 'air.json')
    mkdirSync(this.programs, { recursive: true })
    mkdirSync(join(dir, 'air'), { recursive: true })
    for (const [name, source] of Object.entries(PROGRAMS)) {
      const path = fileURLToPath(new URL(source, import.meta.url))
      const words = [process.execPath, path, this.#file].map((word) => `'${word}'`).join(' ')
      writeFileSync(join(this.programs, name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
    }
    this.change({})
  }

  /** Reports a station that a cable replaces: what a `CableRadio` calls. */
  readonly report: Report = async (_, { Iface, Event, Mac }) => {
    const [, network = '', number = ''] = /^(.*)\.(\d+)$/.exec(Iface) ?? []
    const keyid: { keyid?: string } = this.proves === undefined ? {} : { keyid: this.proves }
    if (Event === 'AP-STA-CONNECTED') this.place(network, Mac, { ...FIELDS, ...keyid, vlan_id: number })
    else this.remove(Mac)
  }

  get air(): Air {
    return this.#air
  }

  /** What changes is in effect when this returns; events are sent soon after. */
  change(part: Partial<Air>): void {
    this.#air = { ...this.#air, ...part }
    // Readers see the whole of one state or of the other.
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#air))
    renameSync(`${this.#file}.new`, this.#file)
  }

  /** A station appears on a network, or its fields change. */
  place(network: string, mac: string, fields: Readonly<Record<string, string>>): void {
    const { stations } = this.#air
    this.change({ stations: { ...stations, [network]: { ...stations[network], [mac]: fields } } })
  }

  remove(mac: string): void {
    const stations = Object.entries(this.#air.stations).map(([network, present]) => {
      const { [mac]: _, ...others } = present
      return [network, others] as const
    })
    this.change({ stations: Object.fromEntries(stations) })
  }

  /** What iw prints from now on, for these arguments. */
  print(words: string, text: string): void {
    this.change({ iw: { ...this.#air.iw, [words]: text } })
  }

  send(network: string, event: string): void {
    this.change({ events: [...this.#air.events, { network, event }] })
  }
}
