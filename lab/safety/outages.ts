import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { WEB } from '../guests/addresses.ts'
import type { DeviceSpec, HouseholdDevice } from '../guests/device.ts'
import type { HomeOf } from '../home/home.ts'
import { Administrator, type Tally } from './administrator.ts'
import { kernelOf, rebuild } from './kernel.ts'
import type { Random } from './random.ts'
import { look, SINGLE_THINGS, thingsOf } from './things.ts'

/** Each administrator writes one device. The laptop has the internet and the camera has not; no call changes that. */
export const KILLED_HOUSEHOLD = {
  laptop: { Policies: ['wan'] },
  camera: {},
  phone: { Policies: ['wan', 'dns'] },
  tv: { Policies: ['wan'], DeviceTags: ['red'] },
  printer: { wired: true, DeviceTags: ['blue'] },
  desk: { wired: true },
} satisfies Record<string, DeviceSpec>

const WRITTEN = ['phone', 'tv', 'printer', 'desk'] as const
/** The longest time of writing. */
const LONGEST_MS = 600
/** Typical start time of the daemon; it is killed before and after it. */
const START_MS = 600

type KilledHome = HomeOf<typeof KILLED_HOUSEHOLD>

/** A home whose router is killed again and again while everybody writes. */
export interface Outages {
  readonly tally: Tally
  readonly kills: number
  /**
   * One kill at a random moment, or two when the second meets the router starting; then all that is promised is looked at.
   * With `probed`, packets are sent too, also while the router is dead.
   */
  kill(probed: boolean): Promise<void>
  /** The kernel is as a router would make it that found nothing there. */
  rebuild(): Promise<void>
}

export async function openOutages(home: KilledHome, random: Random): Promise<Outages> {
  const { router, laptop, camera } = home
  await home.gather()
  const view = await look(router)
  const administrators = WRITTEN.map(
    (name, n) =>
      new Administrator(router, [...thingsOf(n, home[name].mac), ...(n === 0 ? SINGLE_THINGS : [])], random, view),
  )
  let kills = 0

  const probe = async (): Promise<void> => {
    const [may, mayNot] = await Promise.all([laptop.reaches(WEB, 80), camera.reaches(WEB, 80)])
    assert.deepEqual({ may, mayNot }, { may: true, mayNot: false })
  }

  const check = async (): Promise<void> => {
    const shown = await look(router)
    for (const administrator of administrators) administrator.check(shown)
    await checkPlaces(home, shown.devices)
  }

  return {
    get kills() {
      return kills
    },
    get tally() {
      const sum = (of: keyof Tally): number => administrators.reduce((total, { tally }) => total + tally[of], 0)
      return { done: sum('done'), refused: sum('refused'), unanswered: sum('unanswered') }
    },
    async kill(probed) {
      const writing = administrators.map((administrator) => administrator.write())
      await pause(random.below(LONGEST_MS))
      await router.kill()
      kills++
      await Promise.all(writing)
      if (probed) await probe()
      if (random.below(3) === 0) {
        const starting = router.start().catch(() => undefined)
        await pause(random.below(START_MS))
        await router.kill()
        kills++
        await starting
      }
      await router.start()
      await check()
      if (probed) await probe()
    },
    async rebuild() {
      await rebuild(router)
      await check()
    },
  }
}

/** The kernel has a neighbour entry for each device with an address, with its link and MAC address, and no others. */
async function checkPlaces(home: KilledHome, devices: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const neighbour = ({ mac, routerLink }: HouseholdDevice): string =>
    `neighbour ${String(devices[mac]?.RecentIP)} dev ${routerLink} lladdr ${mac} PERMANENT`
  const lines = await kernelOf(home.router)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('neighbour ')),
    [...home.devices.values()].map(neighbour).sort(),
  )
}
