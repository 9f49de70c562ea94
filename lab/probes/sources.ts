import assert from 'node:assert/strict'
import { ECHO_PORT } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Namespace } from '../home/namespace.ts'

/** Connects a device to hosts in the internet anew. Returns the source address that each host sees. */
export async function sourceByHost(
  router: Namespace,
  device: HouseholdDevice,
  hosts: readonly string[],
): Promise<Map<string, string>> {
  const ip = (await device.address())!
  await router.outcome(['conntrack', '-D', '--orig-src', ip])
  for (const host of hosts) assert.ok(await device.reaches(host, ECHO_PORT), `${device.name} does not reach ${host}`)
  const tracked = await router.run(['conntrack', '-L', '-p', 'tcp', '--orig-src', ip])
  const entries = tracked.matchAll(/src=\S+ dst=(\S+) .*?src=\S+ dst=(\S+)/g)
  return new Map([...entries].map(([, host, source]) => [host!, source!]))
}
