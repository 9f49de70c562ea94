import type { Router } from '../guests/router.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { openStage, register, routeOurs } from './stage.ts'
import { median, type Row } from './table.ts'

const CHANGES = 100

/**
 * From `PUT /device` until its answer, which comes when the kernel enforces the change: with few devices, and with many.
 * A policy that is taken also costs a walk through the kernel's connection table, to close those that are no longer permitted;
 * how long that is depends on the size that this machine's kernel has given the table.
 */
export async function benchPolicies(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'policies')
  const macs = loadDevices(1000)
  const admit = async (devices: string[]): Promise<Times> => {
    await register(router, devices)
    await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices })
    return times(router, macs[5]!)
  }
  const few = await admit(macs.slice(0, 10))
  const many = await admit(macs.slice(10))
  await router.daemon.stop()
  return [
    row(
      'PUT /device until enforced, a policy given or taken',
      [...few.given, ...few.taken],
      [...many.given, ...many.taken],
    ),
    row('… given', few.given, many.given),
    row('… taken', few.taken, many.taken),
  ]
}

interface Times {
  readonly given: number[]
  readonly taken: number[]
}

const row = (what: string, few: number[], many: number[]): Row => ({
  what,
  ours: `${median(many).toFixed(1)} ms with 1,000`,
  peer: `${median(few).toFixed(1)} ms with 10`,
  ratio: (median(many) / median(few)).toFixed(2),
  aim: '≤ 10 ms, ratio about 1',
})

async function times(router: Router, mac: string): Promise<Times> {
  const timed = async (Policies: string[]): Promise<number> => {
    const began = performance.now()
    await router.api(`/device?identity=${mac}`, { Policies })
    return performance.now() - began
  }
  const taken: number[] = []
  const given: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    taken.push(await timed(['dns']))
    given.push(await timed(['wan', 'dns']))
  }
  return { given, taken }
}
