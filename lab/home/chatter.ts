import type { HouseholdDevice } from '../guests/device.ts'
import type { Home } from './home.ts'

type Habit = (device: HouseholdDevice) => Promise<unknown>

/** The background traffic of each device, for the screens of the app. */
const habits: Record<string, Habit> = {
  laptop: (device) => device.fetch('http://www.test/', '-o', '/dev/null'),
  phone: (device) => device.resolves('tracker.ads.test'),
  tv: (device) => device.fetch('http://www.test/large', '-o', '/dev/null', '--limit-rate', '1m'),
  // Like a camera that reports to its maker: it may only use DNS, so this is dropped.
  camera: async (device) => {
    await device.resolves('lists.test')
    await device.fetch('http://www.test/')
  },
}

const LEAST_MS = 3000

/** Starts background traffic: one small command at a time for each device. */
export function startChatter(home: Home): void {
  for (const [name, habit] of Object.entries(habits)) {
    const device = home.devices.get(name)
    const next = (): void => {
      setTimeout(
        async () => {
          if (device?.routerLink) await habit(device)
          next()
        },
        LEAST_MS * (1 + Math.random()),
      )
    }
    next()
  }
}
