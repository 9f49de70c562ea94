import type { DeviceSpec, HouseholdDevice } from '../guests/device.ts'
import type { Home } from './home.ts'

/** The devices of the virtual home that `npm start` runs. */
export const household = {
  laptop: { Policies: ['wan', 'dns'], Style: { Icon: 'Laptop', Color: 'blue' } },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'], Style: { Icon: 'Mobile', Color: 'violet' } },
  tv: {
    Policies: ['wan', 'dns'],
    Groups: ['family'],
    DeviceTags: ['cast'],
    Style: { Icon: 'Tv', Color: 'teal' },
    listens: [8009],
  },
  camera: { Policies: ['dns'], DeviceTags: ['nvr'], Style: { Icon: 'Video', Color: 'orange' }, listens: [554] },
  printer: { wired: true, Policies: [], Style: { Icon: 'Printer', Color: 'gray' }, listens: [9100] },
  stranger: { wired: true, unknown: true },
} satisfies Record<string, DeviceSpec>

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
