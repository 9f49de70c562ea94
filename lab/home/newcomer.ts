import type { HouseholdDevice } from '../guests/device.ts'
import type { Home } from './home.ts'

/** Permitted names of devices: host names, also used as directory names. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/

/** A station with a passphrase is admitted immediately; udhcpc sends four requests, a second apart. */
const PATIENCE_MS = 6000

/**
 * A device that was not in the household comes by wifi. As with any other station the router lets it in if a passphrase
 * waits for somebody, which it takes, or if it got one on an earlier day. Otherwise it goes again, and this throws.
 */
export async function admitNewcomer(home: Home, name: string): Promise<HouseholdDevice> {
  const { internet, router } = home
  const machines = [internet.namespace, internet.neighbour, router.namespace, home.switch.namespace]
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be a name: small letters, digits and hyphens, 31 at most`)
  if (machines.some((machine) => machine.name === name)) throw new Error(`"${name}" is no device of the household`)
  const device = await home.addDevice(name, { unknown: true })
  if (await device.isLetIn(PATIENCE_MS)) return device
  await home.removeDevice(device)
  throw new Error(
    `"${name}" has no passphrase for the wifi; make one in the admin app ("Add device"), and let it join then`,
  )
}
