import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { HealthPoint, MachineHealth } from '../../../model/machine/health/state.ts'
import { isLow } from './disk.ts'
import { openProcessor, readLoad, readMemory, readModel, readUptime } from './readings.ts'
import { isWorn, readStorage } from './storage.ts'
import { readZones } from './temperature.ts'

const POINT_MS = 5 * 60_000
const KEEP_MS = 24 * 3600_000
const MOST_POINTS = KEEP_MS / POINT_MS
/** The part of the memory below which the kernel may soon end programs. */
const LEAST_MEMORY = 0.05

interface Deps extends Pick<Core, 'bus' | 'history'> {
  readonly machine: Pick<Machine, 'clock' | 'readFile' | 'listDirectories' | 'diskSpace'>
  /** The data directory. */
  readonly path: string
  /** Whether the clock is probably behind. */
  readonly isClockBehind: () => boolean
}

export interface HealthWatch {
  now(): Omit<MachineHealth, 'CanTurnOff'>
  /** Of the last 24 hours, oldest first. Throws `Unavailable`. */
  history(): readonly HealthPoint[]
  /** Adds to the history, and publishes worn storage once, also after a restart. To be called once a minute. */
  check(): void
}

export function openHealthWatch({ machine, bus, history, path, isClockBehind }: Deps): HealthWatch {
  const { clock } = machine
  const current = openProcessor(machine)
  const average = openProcessor(machine)
  // Not the time of day, which is often set after the start.
  const startedAfter = readUptime(machine)
  const points = history.log<string>('health', { most: MOST_POINTS, keepMs: KEEP_MS })
  const wornLog = history.keyValueLog('wornstorage')
  const published = new Set(wornLog.read().keys())
  let pointAt = clock.now()

  const usedPercent = (): number => {
    const { TotalBytes, AvailableBytes } = readMemory(machine)
    return TotalBytes === 0 ? 0 : Math.round((1 - AvailableBytes / TotalBytes) * 1000) / 10
  }
  const hottest = (): number | null => {
    const degrees = readZones(machine).map(({ Celsius }) => Celsius)
    return degrees.length === 0 ? null : Math.max(...degrees)
  }

  return {
    now() {
      const [Load1, Load5, Load15] = readLoad(machine)
      const Memory = readMemory(machine)
      const { free, total } = machine.diskSpace(path)
      const Temperatures = readZones(machine).map(({ Zone, Celsius, LimitCelsius }) => ({
        Zone,
        Celsius,
        LimitCelsius,
      }))
      const Storage = readStorage(machine)
      const wrong = {
        disk: isLow(free, total),
        memory: Memory.AvailableBytes < Memory.TotalBytes * LEAST_MEMORY,
        temperature: Temperatures.some(({ Celsius, LimitCelsius }) => Celsius >= LimitCelsius),
        storage: Storage.some(isWorn),
        clock: isClockBehind(),
      }
      return {
        Model: readModel(machine),
        CPU: { Cores: current.cores, BusyPercent: current.busyPercent(), Load1, Load5, Load15 },
        Memory,
        Disk: { Path: path, FreeBytes: free, TotalBytes: total },
        Temperatures,
        Storage,
        MachineSeconds: readUptime(machine),
        RouterSeconds: readUptime(machine) - startedAfter,
        Problems: (Object.keys(wrong) as (keyof typeof wrong)[]).filter((problem) => wrong[problem]),
      }
    },
    history: () =>
      points
        .newest(MOST_POINTS)
        .reverse()
        .map(({ value }) => JSON.parse(value) as HealthPoint),
    check() {
      // So that a reading is never older than a minute.
      current.busyPercent()
      for (const { Name, Model, UsedPercent, EndOfLife } of readStorage(machine).filter(isWorn)) {
        if (published.has(Name)) continue
        published.add(Name)
        wornLog.change(new Map([[Name, EndOfLife]]))
        bus.publish('system:storage:worn', { Name, Model, UsedPercent: UsedPercent ?? 0, EndOfLife })
      }
      if (Math.abs(clock.now() - pointAt) < POINT_MS) return
      pointAt = clock.now()
      const point: HealthPoint = {
        Time: Math.floor(pointAt / 1000),
        BusyPercent: average.busyPercent(),
        MemoryPercent: usedPercent(),
        Celsius: hottest(),
      }
      points.append(pointAt, JSON.stringify(point))
    },
  }
}
