import type { Machine } from '../../../machine/machine.ts'

type Files = Pick<Machine, 'readFile'>

/** The text of a file without its line end. Undefined if it does not exist, or if a sensor behind it is switched off. */
export function readText(machine: Files, path: string): string | undefined {
  try {
    return machine.readFile(path)?.replace(/\0/g, '').trim()
  } catch {
    return undefined
  }
}

export interface Memory {
  readonly TotalBytes: number
  /** What programs can still use without swapping: `MemAvailable` of proc_meminfo(5). */
  readonly AvailableBytes: number
  /** Resident memory of this process. */
  readonly RouterBytes: number
}

export const readMemory = (machine: Files): Memory => ({
  TotalBytes: kilobytes(readText(machine, '/proc/meminfo'), 'MemTotal'),
  AvailableBytes: kilobytes(readText(machine, '/proc/meminfo'), 'MemAvailable'),
  RouterBytes: kilobytes(readText(machine, '/proc/self/status'), 'VmRSS'),
})

/** A line such as `MemTotal:  1024 kB` in bytes; 0 if it is missing. */
const kilobytes = (text: string | undefined, name: string): number =>
  Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(text ?? '')?.[1] ?? 0) * 1024

/** The first three columns of proc_loadavg(5): the load averages of 1, 5 and 15 minutes. */
export function readLoad(machine: Files): [number, number, number] {
  const [one = 0, five = 0, fifteen = 0] = (readText(machine, '/proc/loadavg') ?? '').split(' ', 3).map(Number)
  return [one, five, fifteen]
}

/** Seconds since the machine started; 0 if the kernel does not report it. */
export const readUptime = (machine: Files): number =>
  Math.floor(Number.parseFloat(readText(machine, '/proc/uptime') ?? '') || 0)

/** The name of the board or computer; empty if the firmware has none. */
export const readModel = (machine: Files): string =>
  readText(machine, '/sys/firmware/devicetree/base/model') ?? readText(machine, '/sys/class/dmi/id/product_name') ?? ''

/** Ticks that all processors were busy, and all ticks. */
interface Ticks {
  readonly busy: number
  readonly all: number
}

export interface Processor {
  readonly cores: number
  /** Percent of the time of all cores since the last reading by this function. The first one counts from when it was opened. */
  busyPercent(): number
}

/** Ticks pass 100 times a second: over less, the share would be imprecise. */
const LEAST_TICKS = 50

/** Reads proc_stat(5). */
export function openProcessor(machine: Files): Processor {
  let last = ticksOf(machine)
  let percent = 0
  return {
    get cores() {
      return (readText(machine, '/proc/stat') ?? '').match(/^cpu\d/gm)?.length ?? 0
    },
    busyPercent() {
      const now = ticksOf(machine)
      const all = now.all - last.all
      if (all >= LEAST_TICKS) {
        percent = Math.round(((now.busy - last.busy) / all) * 1000) / 10
        last = now
      }
      return Math.min(100, Math.max(0, percent))
    },
  }
}

/** Columns: user, nice, system, idle, iowait, irq, softirq, steal; the guests after these are counted in user and nice. */
function ticksOf(machine: Files): Ticks {
  const columns =
    /^cpu +(.*)$/m
      .exec(readText(machine, '/proc/stat') ?? '')?.[1]
      ?.split(' ')
      .slice(0, 8)
      .map(Number) ?? []
  const all = columns.reduce((sum, ticks) => sum + ticks, 0)
  const [, , , idle = 0, waiting = 0] = columns
  return { all, busy: all - idle - waiting }
}
