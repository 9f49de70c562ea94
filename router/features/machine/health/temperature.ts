import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { readText } from './readings.ts'

/** Thermal zones of the kernel: Documentation/ABI/testing/sysfs-class-thermal. */
const DIRECTORY = '/sys/class/thermal/thermal_zone'
const MOST_ZONES = 32
const MOST_TRIPS = 16
/** The limit of a zone without a hot or critical temperature. */
const USUAL_LIMIT = 85
/** Distance from the temperature at which the machine throttles or turns off. */
const BEFORE_CRITICAL = 10
/** A zone is normal again this far below its limit. */
const RECOVERED = 5

interface ZoneState {
  readonly index: number
  readonly Zone: string
  readonly Celsius: number
  readonly LimitCelsius: number
}

/** The thermal zones that have a temperature. */
export function readZones(machine: Pick<Machine, 'readFile'>): ZoneState[] {
  const read = (path: string): string | undefined => readText(machine, path)
  const celsius = (path: string): number | undefined => {
    const text = read(path)
    return text !== undefined && /^-?\d+$/.test(text) ? Number(text) / 1000 : undefined
  }
  const limitOf = (zone: string): number => {
    const limits: number[] = []
    for (let trip = 0; trip < MOST_TRIPS; trip++) {
      const type = read(`${zone}/trip_point_${trip}_type`)
      if (type === undefined) break
      const limit = celsius(`${zone}/trip_point_${trip}_temp`)
      // Some firmware has 0 for a temperature that it does not know.
      if ((type === 'hot' || type === 'critical') && limit !== undefined && limit > 0) limits.push(limit)
    }
    return limits.length > 0 ? Math.min(...limits) - BEFORE_CRITICAL : USUAL_LIMIT
  }
  const zones: ZoneState[] = []
  for (let index = 0; index < MOST_ZONES; index++) {
    const zone = `${DIRECTORY}${index}`
    const Zone = read(`${zone}/type`)
    if (Zone === undefined) break
    const Celsius = celsius(`${zone}/temp`)
    if (Celsius !== undefined) zones.push({ index, Zone, Celsius, LimitCelsius: limitOf(zone) })
  }
  return zones
}

/** Returns a check that publishes when a thermal zone reaches its limit, and when it is normal again. Without zones, it does nothing. */
export function openTemperatureCheck({
  machine,
  bus,
}: Pick<Core, 'bus'> & { readonly machine: Pick<Machine, 'readFile'> }): () => void {
  const hot = new Set<number>()
  return () => {
    for (const { index, Zone, Celsius, LimitCelsius } of readZones(machine)) {
      const wasHot = hot.has(index)
      if (wasHot ? Celsius >= LimitCelsius - RECOVERED : Celsius < LimitCelsius) continue
      if (wasHot) hot.delete(index)
      else hot.add(index)
      const event = { Zone, Celsius, LimitCelsius }
      bus.publish(wasHot ? 'system:temperature:normal' : 'system:temperature:high', event)
    }
  }
}
