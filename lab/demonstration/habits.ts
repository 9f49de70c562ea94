import { systemClock } from '../../router/machine/clock.ts'
import type { SimulatedDevice } from './device.ts'
import { ADVERTISERS } from './internet.ts'

const HTTPS = 443
const PRINTING = 9100
/** How often, of the turns of the laptop. */
const PRINTS = 0.1

const oneOf = <T>(things: readonly T[]): T => things[Math.floor(Math.random() * things.length)]!
const about = (bytes: number): number => Math.round(bytes * (0.5 + Math.random()))

type Devices = ReadonlyMap<string, SimulatedDevice>

/** What each device does from time to time, for the screens of the app. */
const habits: Readonly<Record<string, (device: SimulatedDevice, all: Devices) => Promise<unknown>>> = {
  async laptop(device, all) {
    await device.download(
      oneOf(['www.example.com', 'mail.example.com', 'news.example.org', 'docs.example.net']),
      HTTPS,
      about(400_000),
    )
    // The printer is in no group with the laptop, so the connection is refused.
    const printer = all.get('printer')?.ip
    if (printer !== undefined && Math.random() < PRINTS) await device.connect(printer, PRINTING, about(10_000))
  },
  async phone(device) {
    await device.resolve(oneOf(ADVERTISERS))
    await device.download(oneOf(['chat.example.net', 'weather.example.org', 'maps.example.com']), HTTPS, about(90_000))
  },
  tv: (device) => device.download(oneOf(['video.example.com', 'cdn.example.net']), HTTPS, about(6_000_000)),
  // Like a camera that reports to its maker: it may only resolve names, so the connection is refused.
  camera: (device) => device.download('cloud.camera.example', HTTPS, about(50_000)),
}

const PAUSE_MS: Readonly<Record<string, number>> = {
  laptop: 3000,
  phone: 4000,
  tv: 5000,
  camera: 12_000,
}
/** The phone leaves the home for a while. */
const AT_HOME_MS = 240_000
const AWAY_MS = 45_000
/** A quarter of the usual lease. */
const RENEWAL_MS = 6 * 3_600_000

/** Starts the habits of these devices. A failure, as while the router restarts, only skips a turn. */
export function startHabits(devices: Devices): Disposable {
  const timers = new Set<Disposable>()
  let isOver = false
  const repeat = (ms: () => number, act: () => Promise<unknown>): void => {
    const timer = systemClock.after(ms(), async () => {
      timers.delete(timer)
      await act().catch(() => undefined)
      if (!isOver) repeat(ms, act)
    })
    timers.add(timer)
  }
  for (const [name, habit] of Object.entries(habits)) {
    const device = devices.get(name)
    if (device)
      repeat(
        () => PAUSE_MS[name]! * (0.5 + Math.random()),
        () => habit(device, devices),
      )
  }
  for (const device of devices.values())
    repeat(
      () => RENEWAL_MS,
      async () => device.link !== undefined && device.join(),
    )
  const phone = devices.get('phone')
  if (phone)
    repeat(
      () => (phone.ip === undefined ? AWAY_MS : AT_HOME_MS),
      () => (phone.ip === undefined ? phone.join() : phone.leave()),
    )
  return {
    [Symbol.dispose]() {
      isOver = true
      for (const timer of timers) timer[Symbol.dispose]()
    },
  }
}
