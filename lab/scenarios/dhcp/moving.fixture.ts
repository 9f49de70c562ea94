import assert from 'node:assert/strict'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import { until } from '../../process/until.ts'

/** Replaces the address range of the home. */
export const moveTo = (home: Home, ...TinyNets: string[]) =>
  home.router.api('/subnetConfig', { TinyNets, LeaseTime: '24h0m0s' })

/** The address that the router has stored for a device. */
export const recordOf = async ({ router }: Home, { mac }: HouseholdDevice): Promise<string | undefined> =>
  ((await router.api('/devices')) as Record<string, { RecentIP: string }>)[mac]?.RecentIP

/** Makes the device's DHCP client renew its lease now, and returns its new address. */
export const renew = async (device: HouseholdDevice): Promise<string> => {
  const before = await device.address()
  const wayBefore = await device.run('ip', 'route', 'show', 'default')
  const leases = () => device.dhcp?.lines.filter((line) => line.includes('obtained')).length ?? 0
  const had = leases()
  device.dhcp?.kill('SIGUSR1')
  await until(`another lease of ${device.name}`, () => leases() > had)
  // Its script sets the address first, and the route a moment later.
  await until(`another way out for ${device.name}`, async () => {
    const way = await device.run('ip', 'route', 'show', 'default')
    return way !== '' && way !== wayBefore
  })
  const now = (await device.address())!
  assert.notEqual(now, before)
  return now
}
