import type { Core } from '../../../core.ts'
import {
  isAuthorized,
  receptionOf,
  STATION_HISTORY_MINUTES,
  type WifiSample,
} from '../../../model/wifi/stations/station.ts'
import type { Mac } from '../../../values/mac.ts'
import type { StationReadings } from './readings.ts'

const MINUTE_MS = 60_000
/** With `STATION_HISTORY_MINUTES`, this limits the memory to about 20 MB. Devices with random addresses come under ever new ones. */
const MOST_STATIONS = 256

export interface StationHistory extends Disposable {
  /** Newest first. */
  of(mac: Mac, minutes?: number): WifiSample[]
}

/** Samples all stations once a minute, and keeps half a day of it in memory. */
export function openStationHistory(
  { clock, onFailure }: Pick<Core, 'clock' | 'onFailure'>,
  readings: StationReadings,
): StationHistory {
  /** Oldest first; the station that was sampled last is the last one. */
  const samples = new Map<Mac, WifiSample[]>()
  let timer: Disposable | undefined
  let isClosed = false

  async function sample(): Promise<void> {
    try {
      const found = await readings.read()
      const Time = Math.floor(clock.now() / 1000)
      for (const reading of found.filter(isAuthorized)) {
        const before = samples.get(reading.mac) ?? []
        samples.delete(reading.mac)
        before.push({ Time, ...receptionOf(reading) })
        samples.set(reading.mac, before)
      }
      tidy(Time)
    } catch (error) {
      onFailure('stations are not sampled', error)
    }
    if (!isClosed) timer = clock.after(MINUTE_MS, () => void sample())
  }

  function tidy(now: number): void {
    for (const [mac, all] of samples) {
      const first = all.findIndex(({ Time }) => Time > now - STATION_HISTORY_MINUTES * 60)
      if (first < 0 || samples.size > MOST_STATIONS) samples.delete(mac)
      else all.splice(0, first)
    }
  }

  timer = clock.after(MINUTE_MS, () => void sample())
  return {
    of(mac, minutes = STATION_HISTORY_MINUTES) {
      const since = Math.floor(clock.now() / 1000) - minutes * 60
      return (samples.get(mac) ?? []).filter(({ Time }) => Time > since).reverse()
    },
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}
