import { Unavailable } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { RunningAccessPoints } from '../../../model/wifi/radios/accesspoint.ts'
import type { StationReading } from '../../../model/wifi/stations/station.ts'
import { parseFields } from '../../../wire/hostapd.ts'
import { openStationList } from './list.ts'

/** hostapd prints one station per command. */
const GOOD_FOR_MS = 1000

/** The stations of all access points, also those that have not proved a passphrase. */
export interface StationReadings {
  /** Read within the last second. An access point that does not respond has none. */
  read(): Promise<readonly StationReading[]>
}

export function openStationReadings(radio: RunningAccessPoints, clock: MonotonicClock): StationReadings {
  let last: Promise<readonly StationReading[]> = Promise.resolve([])
  let readAt = Number.NEGATIVE_INFINITY

  const stationsOf = openStationList(radio.request)

  async function readRadio(link: string, networks: readonly string[]): Promise<StationReading[]> {
    const status = parseFields(await radio.request(link, 'STATUS'))
    const found: StationReading[] = []
    for (const network of networks)
      for (const station of await stationsOf(network)) found.push({ ...station, radio: link, network, status })
    return found
  }

  async function readAll(): Promise<readonly StationReading[]> {
    const readings = await Promise.all(
      [...radio.networks()].map(async ([link, networks]) => {
        try {
          return await readRadio(link, networks)
        } catch (error) {
          if (error instanceof Unavailable) return []
          throw error
        }
      }),
    )
    return readings.flat()
  }

  return {
    read() {
      const now = clock.monotonic()
      if (now - readAt >= GOOD_FOR_MS) {
        readAt = now
        last = readAll()
      }
      return last
    },
  }
}
