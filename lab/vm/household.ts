import { after, test } from 'node:test'
import type { DeviceSpec, HouseholdDevice } from '../guests/device.ts'
import type { Air } from '../home/air.ts'
import { type Home, type HomeOf, openHome } from '../home/home.ts'
import { keepingEvidence, type Story } from '../home/story.ts'
import { loadRadios } from './radios.ts'

/** For stories that take some themselves: those of the home are created when they are needed. */
const RADIOS = 4

/** A home with simulated radios. */
export type RadioHome = Home & { readonly air: Air }
type With<H extends Record<string, DeviceSpec>> = RadioHome & HomeOf<H>

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

  return (title, run) => {
    test(title, { timeout: 120_000 }, async () => {
      if (present !== devices) {
        for (const device of present) await home.removeDevice(device)
        present = devices
      }
      await keepingEvidence(home, title, () => run(stage))
    })
  }
}

async function open(): Promise<RadioHome> {
  await loadRadios(RADIOS)
  const home = await openHome({}, { simulatedRadios: true })
  after(() => home.close())
  return home as unknown as RadioHome
}
