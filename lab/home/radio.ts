import { connect } from './cable.ts'
import type { Namespace } from './namespace.ts'

const FIRST_STATION = 4096

/** What wireless devices join by. */
export interface Radio {
  /**
   * Associates, with this passphrase or the one that the station has. Returns the name of the station's link at the router; its own
   * end is `wlan0`.
   */
  join(station: Namespace, mac: string, passphrase?: string): Promise<string>
  /** Go without a word. */
  leave(station: Namespace, link: string): Promise<void>
  /** The link of a station that is connected now. */
  linkOf(mac: string): Promise<string | undefined>
}

/** What hostapd would report about a station. */
export interface StationReport {
  readonly Iface: string
  readonly Event: 'AP-STA-CONNECTED' | 'AP-STA-DISCONNECTED'
  readonly Mac: string
  readonly Status: string
  readonly Router: string
}
export type Report = (path: string, body: StationReport) => Promise<unknown>

/**
 * A radio as the router sees it: every station that proved its passphrase has its own link, named as hostapd names
 * them. A cable replaces the radio, and `report` sends the router what hostapd would report.
 */
export class CableRadio implements Radio {
  readonly #name: string
  readonly #router: Namespace
  readonly #report: Report
  readonly #stations = new Map<number, { mac: string }>()

  constructor(name: string, router: Namespace, report: Report) {
    this.#name = name
    this.#router = router
    this.#report = report
  }

  async join(station: Namespace, mac: string, passphrase?: string): Promise<string> {
    if (passphrase !== undefined) throw new Error('cables replace the radio here: leave the passphrase out')
    const number = this.#freeNumber()
    this.#stations.set(number, { mac })
    const link = `${this.#name}.${number}`
    await connect({ namespace: this.#router, link }, { namespace: station, link: 'wlan0', mac })
    await this.#report('/reportPSKAuthSuccess', {
      Iface: link,
      Event: 'AP-STA-CONNECTED',
      Mac: mac,
      Status: '',
      Router: '',
    })
    return link
  }

  async leave(_station: Namespace, link: string): Promise<void> {
    const number = Number(link.slice(this.#name.length + 1))
    const mac = this.#stations.get(number)?.mac ?? ''
    this.#stations.delete(number)
    await this.#router.ip(`link delete ${link}`)
    await this.#report('/reportDisconnect', {
      Iface: link,
      Event: 'AP-STA-DISCONNECTED',
      Mac: mac,
      Status: '',
      Router: '',
    })
  }

  async linkOf(mac: string): Promise<string | undefined> {
    const found = [...this.#stations].find(([, station]) => station.mac === mac)
    return found && `${this.#name}.${found[0]}`
  }

  #freeNumber(): number {
    let number = FIRST_STATION
    while (this.#stations.has(number)) number++
    return number
  }
}
