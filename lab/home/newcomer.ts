import type { HouseholdDevice } from '../guests/device.ts'
import type { Home } from './home.ts'

/** Permitted names of devices: host names, also used as directory names. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/

/** A station with a passphrase is admitted immediately; udhcpc sends four requests, a second apart. */
const PATIENCE_MS = 6000
/** Simulated radios are usually those of an emulated machine. */
const RADIO_PATIENCE_MS = 20_000

/**
 * A device that was not in the household joins by wifi. As with any other station the router lets it in if a passphrase is
 * waiting, which becomes its own, or if it got one earlier. Otherwise it is removed, and this throws. Where a cable replaces the
 * radio, no passphrase is needed.
 */
export async function admitNewcomer(home: Home, name: string, passphrase?: string): Promise<HouseholdDevice> {
  demandFreeName(home, name)
  if (home.air && passphrase === undefined)
    throw new Error(
      `"${name}" needs a passphrase: add a device in the admin app, then: sallyport home join ${name} PASSPHRASE`,
    )
  const device = await home.addDevice(name, { unknown: true })
  try {
    if (await device.isLetIn(home.air ? RADIO_PATIENCE_MS : PATIENCE_MS, passphrase)) return device
  } catch (error) {
    await home.removeDevice(device)
    throw error
  }
  await home.removeDevice(device)
  throw new Error(
    `"${name}" has no passphrase for the wifi; make one in the admin app ("Add device"), and let it join then`,
  )
}

/** A device that was not in the household is connected to the switch. The router has never seen it. */
export async function plugNewcomer(home: Home, name: string): Promise<HouseholdDevice> {
  demandFreeName(home, name)
  const device = await home.addDevice(name, { wired: true, unknown: true })
  await device.join()
  return device
}

function demandFreeName({ internet, router, switch: wired }: Home, name: string): void {
  const machines = [internet.namespace, internet.neighbour, router.namespace, wired.namespace]
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be a name: small letters, digits and hyphens, 31 at most`)
  if (machines.some((machine) => machine.name === name)) throw new Error(`"${name}" is no device of the household`)
}
