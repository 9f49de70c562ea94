import type { Router } from '../guests/router.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { openStage, register, routeOurs } from './stage.ts'
import { median, type Row } from './table.ts'

const CHANGES = 200

/**
 * From `PUT /device` until its answer, which comes when the kernel enforces the change: with few devices, and with many.
 * Every change takes a policy from one device or gives it back.
 */
export async function benchPolicies(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'policies')
  const macs = loadDevices(1000)
  const lease = (devices: string[]) =>
    loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices })

  await register(router, macs.slice(0, 10))
  await lease(macs.slice(0, 10))
  const few = await times(router, macs[5]!)
  await register(router, macs.slice(10))
  await lease(macs.slice(10))
  const many = await times(router, macs[5]!)
  await router.daemon.stop()
  return [
    {
      what: 'PUT /device until enforced, median',
      ours: `${median(many).toFixed(1)} ms with 1,000`,
      peer: `${median(few).toFixed(1)} ms with 10`,
      ratio: (median(many) / median(few)).toFixed(2),
      aim: '≤ 10 ms, ratio about 1',
    },
  ]
}

async function times(router: Router, mac: string): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const began = performance.now()
    await router.api(`/device?identity=${mac}`, { Policies: i % 2 === 0 ? ['dns'] : ['wan', 'dns'] })
    took.push(performance.now() - began)
  }
  return took
}
