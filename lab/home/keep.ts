import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../router/machine/clock.ts'
import { serveControl } from '../cli/control.ts'
import { supervise } from '../cli/supervisor.ts'
import { type HouseholdDevice, macOf } from '../guests/device.ts'
import { openRoadWarrior } from '../guests/roadwarrior.ts'
import type { Opening, Report } from '../process/messages.ts'
import { type Home, openHome } from './home.ts'
import { household, startChatter } from './household.ts'

/** Where the data directory of a kept home is found inside: a short path, for sockets. */
export const BASE = '/run/sallyport/base'

/** A home that stays open for people. */
export interface KeptHome {
  /** Stops the daemon, then everything else. */
  close(): Promise<void>
}

export interface Keeping extends Opening {
  readonly report: (message: Report) => void
  readonly onRouterLine: (line: string) => void
}

/**
 * Opens the household in `BASE`, restarts its router when that ends, and serves the sockets `console` and `control` in `home/`. Throws
 * if it cannot be opened.
 */
export async function keepHome(keeping: Keeping): Promise<KeptHome> {
  const { base, uplink, unset, quiet, password, simulatedRadios, report, onRouterLine } = keeping
  const progress = (text: string): void => report({ progress: text })
  const data = unset ? join(BASE, 'unset') : BASE
  if (unset) rmSync(data, { recursive: true, force: true })
  rmSync(join(data, 'run'), { recursive: true, force: true }) // State of a machine that does not exist any more.
  mkdirSync(join(BASE, 'home'), { recursive: true })

  const home = await openHome(household, {
    data,
    console: join(BASE, 'home/console'),
    authority: join(BASE, 'home/authority'),
    air: { mac: macOf(`radio of ${base}`), ...(unset ? {} : { memory: join(BASE, 'home/passphrases.json') }) },
    uplink,
    unset,
    password,
    simulatedRadios,
    onProgress: progress,
    onRouterLine,
  })
  const guard = supervise(home.router, systemClock, (line) => {
    onRouterLine(`${new Date().toISOString()} ${line}`)
    progress(line)
  })
  home.air?.listen((station) => void leaseAgain(home, station.name))
  await gather(home, unset, progress)
  const road = await openRoadWarrior(home.internet, home.dir)
  serveControl(home, road, () => guard.state, join(BASE, 'home/control'))
  if (!quiet && !unset) startChatter(home)
  return {
    async close() {
      guard[Symbol.dispose]()
      await road[Symbol.asyncDispose]()
      await home.close()
    },
  }
}

/** Connects the devices that can join: a router that is not set up has no passphrases for the radio. */
async function gather({ devices, air }: Home, unset: boolean, progress: (text: string) => void): Promise<void> {
  progress('connecting the devices')
  const able = [...devices.values()].filter(({ spec }) => spec.wired || !unset)
  const connect = async (device: HouseholdDevice): Promise<void> => {
    const ip = await device.join()
    // Under emulation, each takes seconds.
    if (air) progress(`${device.name} is connected (${ip})`)
  }
  const joined = await Promise.allSettled(able.map(connect))
  for (const [index, result] of joined.entries()) {
    const device = able[index]
    if (result.status === 'fulfilled' || !device) continue
    // On a busy machine, an emulated access point is too slow for several at the same time.
    const again = air ? device.leave().then(() => connect(device)) : Promise.reject(result.reason)
    await again.catch((error: Error) => progress(`${device.name} did not get in: ${error.message}`))
  }
}

/** Devices request an address when they have connected again. */
async function leaseAgain({ devices }: Home, name: string): Promise<void> {
  const device = devices.get(name)
  if (!device?.dhcp) return
  await device.stopDhcp()
  // Without an address it is listed without one.
  await device.lease().catch(() => undefined)
}
