import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Choices } from '../../plan.ts'
import type { System } from '../../system.ts'

/** `eth2` before `eth10`. */
const byName = new Intl.Collator('en', { numeric: true }).compare

/** The links of a machine that was started from an image for the first time. */
export interface FoundLinks {
  readonly ports: readonly string[]
  readonly radios: readonly string[]
}

/**
 * What the links are used for, until the owner chooses otherwise: the first port at which a DHCP server answers leads to the provider, and
 * the first port if none answers. All others are for the household. Undefined if no link would be left for it.
 */
export function chooseLinks({ ports, radios }: FoundLinks, answered: ReadonlySet<string>): Choices | undefined {
  const sorted = ports.toSorted(byName)
  const uplink = sorted.find((port) => answered.has(port)) ?? sorted[0]
  const rest = sorted.filter((port) => port !== uplink)
  if (uplink === undefined || rest.length + radios.length === 0) return undefined
  return {
    uplinks: [uplink],
    addresses: [],
    ports: rest,
    radios: radios.toSorted(byName),
    isVirtual: false,
    options: [],
  }
}

/** Time for a port to find what is at the other end of its cable. */
const CARRIER_MS = 4000

/** Whether a DHCP server answers at a port. The lease is released, and nothing is configured: udhcpc(8). */
const isAnswered = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const flags = ['-f', '-q', '-n', '-R', '-t', '4', '-T', '3', '-s', '/bin/true']
    execFile('udhcpc', ['-i', port, ...flags], (error) => resolve(error === null))
  })

/** The ports at which a DHCP server answers. Takes 12 seconds if there is one where none does. */
export async function findAnswered(system: System, ports: readonly string[]): Promise<ReadonlySet<string>> {
  for (const port of ports) system.run(['ip', 'link', 'set', port, 'up'])
  await pause(CARRIER_MS)
  const answered = await Promise.all(ports.map(async (port) => ((await isAnswered(port)) ? [port] : [])))
  return new Set(answered.flat())
}
