import { after, test } from 'node:test'
import type { DeviceSpec, HouseholdDevice } from '../guests/device.ts'
import { type Air, type Credentials, stationLinkOf } from '../home/air.ts'
import { type Home, type HomeOf, openHome } from '../home/home.ts'
import { until } from '../process/until.ts'
import { loadRadios } from './radios.ts'

/** For stories that take some themselves: those of the home are created when they are needed. */
const RADIOS = 4
/** A story may start the router again, which takes a minute or two under emulation, and have stations join before and after. */
const LIMIT_MS = 600_000

/** A home with simulated radios. */
export type RadioHome = Home & { readonly air: Air }
type With<H extends Record<string, DeviceSpec>> = RadioHome & HomeOf<H>

/** Runs a story. Its test fails after ten minutes, or this time. */
type Story<H> = (title: string, run: (home: H) => Promise<void>, timeoutMs?: number) => void

let opening: Promise<RadioHome> | undefined
/** The devices of the stories that run now. */
let present: readonly HouseholdDevice[] = []

/**
 * Adds the devices of a test file to the one home that all files about radios share: under emulation, opening a home takes a
 * minute. Returns the function that runs a story with these devices, by their names here; at the router and as machines they
 * are named `subject-name`. They are removed before the stories of the next file.
 */
export async function openRadioStories<const H extends Record<string, DeviceSpec>>(
  subject: string,
  household: H,
): Promise<Story<With<H>>> {
  opening ??= open()
  const home = await opening
  const own: Record<string, HouseholdDevice> = {}
  for (const [name, spec] of Object.entries(household)) own[name] = await home.addDevice(`${subject}-${name}`, spec)
  const devices = Object.values(own)
  const stage = Object.assign({}, home, own) as With<H>

  return (title, run, timeoutMs = LIMIT_MS) => {
    test(title, { timeout: timeoutMs }, async () => {
      if (present !== devices) {
        for (const device of present) await home.removeDevice(device)
        present = devices
      }
      try {
        await run(stage)
      } catch (error) {
        // The files of the virtual machine are lost with it, and an error is shown only at its end.
        console.log(title, error, home.router.daemon.lines.slice(-20).join('\n'))
        for (const { name, namespace } of devices)
          for (const line of home.air.linesOf(namespace).slice(-20)) console.log(`${name}: ${line.slice(0, 150)}`)
        throw error
      }
    })
  }
}

async function open(): Promise<RadioHome> {
  await loadRadios(RADIOS)
  const home = await openHome({}, { simulatedRadios: true })
  after(() => home.close())
  return home as unknown as RadioHome
}

export const sae = (Psk: string): Credentials => ({ Type: 'sae', Psk })
export const wpa2 = (Psk: string): Credentials => ({ Type: 'wpa', Psk })

export const isConnected = async ({ router }: RadioHome, mac: string): Promise<boolean> =>
  (await stationLinkOf(router.namespace, mac)) !== undefined

export const untilGone = (home: RadioHome, mac: string) =>
  until(`the station ${mac} to be gone`, async () => !(await isConnected(home, mac)), 10_000)

/** Requests an address, as a device does that has connected again. */
export async function leaseAgain(device: HouseholdDevice): Promise<void> {
  await device.stopDhcp()
  await device.lease()
}
