import { randomBytes } from 'node:crypto'
import type { RouterApi } from '../../bin/router.ts'
import type { Loss } from '../../router/model/machine/releases/progress.ts'
import { CURRENT } from '../places.ts'
import { demand } from '../steps.ts'
import type { System } from '../system.ts'

/** What the household gets from the router. */
export interface Health {
  /** Whether a device gets it. */
  readonly lease: boolean
  readonly dns: boolean
  readonly internet: boolean
  /** The access points that run, by the link of their radio. */
  readonly radios: readonly string[]
}

/** A device of the household that exists for the check of an update: a link of the router, with a network of the device's own behind it. */
export interface Probe {
  /**
   * Requests a lease, a DNS response, and an answer from the internet, with packets; again, up to so many times, until it gets all. Throws
   * if the API does not answer.
   */
  measure(attempts?: number): Promise<Health>
  /** Removes the device and its link, from the settings too, if the router answers. */
  close(): Promise<void>
}

const NETWORK = 'sallyport-probe'
const LINK = 'sprprobe'
const NAME_OF_DEVICE = 'update-check'
const SCRIPT = '/run/sallyport-probe.sh'
/** Called by udhcpc with the lease in its environment. */
const ON_LEASE = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr flush dev "$interface"
ip addr add "$ip/$mask" dev "$interface"
ip route replace default via "$router"
`
/** Any response to it counts. */
const QUERIED = 'update-check.test'

type Row = Readonly<Record<string, unknown>>

/** Adds the device, with the policies wan and dns. Throws if the router does not accept that; nothing of it is left then. */
export async function openProbe(system: System, api: () => Promise<RouterApi>): Promise<Probe> {
  const inside = (...argv: string[]): string[] => ['ip', 'netns', 'exec', NETWORK, ...argv]
  // Another one each time: a device that is left by a power cut has an address that no other device can guess.
  const mac = `02:${randomBytes(5).toString('hex').match(/../g)!.join(':')}`
  const removeLink = (): void => {
    system.run(['ip', 'link', 'delete', LINK])
    system.run(['ip', 'netns', 'delete', NETWORK])
    system.remove(SCRIPT)
  }
  const isLeased = (): boolean => {
    demand(system, inside('ip', 'addr', 'flush', 'dev', 'eth0'))
    const flags = ['-i', 'eth0', '-n', '-q', '-f', '-t', '5', '-T', '1', '-A', '1', '-s', SCRIPT]
    return system.run(inside('udhcpc', ...flags)).status === 0
  }

  removeLink() // Of an update that was interrupted.
  try {
    demand(system, ['ip', 'netns', 'add', NETWORK])
    const peer = ['peer', 'name', 'eth0', 'address', mac, 'netns', NETWORK]
    demand(system, ['ip', 'link', 'add', LINK, 'type', 'veth', ...peer])
    demand(system, ['ip', 'link', 'set', LINK, 'up'])
    for (const link of ['lo', 'eth0']) demand(system, inside('ip', 'link', 'set', link, 'up'))
    system.write(SCRIPT, ON_LEASE, 0o700)
    const router = await api()
    await removeDevices(router)
    await router.call('PUT', '/link/config', { Name: LINK, Type: 'Downlink', Enabled: true })
    isLeased()
    const device = { MAC: mac, Name: NAME_OF_DEVICE, Policies: ['wan', 'dns'] }
    await router.call('PUT', `/device?identity=${encodeURIComponent(mac)}`, device)
    const { UpstreamProviders = [] } = (await router.call('GET', '/dnsSettings')) as {
      readonly UpstreamProviders?: readonly { readonly IPAddress: string }[]
    }
    const targets = UpstreamProviders.flatMap(({ IPAddress }) => [`${IPAddress}:853`, `${IPAddress}:443`])
    const once = async (): Promise<Health> => {
      const radios = await runningRadios(await api())
      if (!isLeased()) return { ...NOTHING, radios }
      const [route] = JSON.parse(demand(system, inside('ip', '-j', 'route', 'show', 'default')) || '[]') as Row[]
      const program = [`${CURRENT}/bin/node`, `${CURRENT}/bin/reach.js`]
      const { status, stdout } = system.run(inside(...program, String(route?.gateway ?? ''), QUERIED, ...targets))
      const answers = status === 0 ? (JSON.parse(stdout) as Pick<Health, 'dns' | 'internet'>) : {}
      return { ...NOTHING, radios, lease: true, ...answers }
    }
    return {
      async measure(attempts = 1) {
        let health = await once()
        for (let left = attempts - 1; left > 0 && !isWhole(health); left--) health = await once()
        return health
      },
      async close() {
        try {
          const now = await api()
          await removeDevices(now)
          await now.call('PUT', '/link/config', { Name: LINK, Type: 'Other', Enabled: false })
        } catch {
          // The next update removes them.
        } finally {
          removeLink()
        }
      },
    }
  } catch (error) {
    removeLink()
    throw error
  }
}

const NOTHING: Health = { lease: false, dns: false, internet: false, radios: [] }
const isWhole = ({ lease, dns, internet }: Health): boolean => lease && dns && internet

async function runningRadios(router: RouterApi): Promise<string[]> {
  const radios = (await router.call('GET', '/wifi/radios')) as readonly Row[]
  return radios.filter(({ State }) => State === 'running').map(({ Interface }) => String(Interface))
}

/** Removes the devices of this check and of earlier ones. */
async function removeDevices(router: RouterApi): Promise<void> {
  const devices = Object.entries((await router.call('GET', '/devices')) as Readonly<Record<string, Row>>)
  for (const [identity, { Name }] of devices)
    if (Name === NAME_OF_DEVICE) await router.call('DELETE', `/device?identity=${encodeURIComponent(identity)}`)
}

/** What worked before and does not work now; empty if nothing. */
export const lossesOf = (before: Health, now: Health): Loss[] => [
  ...(['lease', 'dns', 'internet'] as const).filter((what) => before[what] && !now[what]),
  ...(before.radios.every((link) => now.radios.includes(link)) ? [] : (['radio'] as const)),
]
