import type { RouterApi } from '../../bin/router.ts'
import { CURRENT } from '../places.ts'
import { demand } from '../steps.ts'
import type { System } from '../system.ts'

/** What a device of the household gets from the router. */
export interface Health {
  readonly lease: boolean
  readonly dns: boolean
  readonly internet: boolean
}

/** A device of the household that exists for the check of an update: a link of the router, with a network of the device's own behind it. */
export interface Probe {
  /** Requests a lease, a DNS response, and an answer from the internet, with packets. */
  measure(): Health
  /** Removes the device and its link, from the settings too. */
  close(): Promise<void>
}

const NETWORK = 'sallyport-probe'
const LINK = 'sprprobe'
const MAC = '02:53:50:52:00:01'
const SCRIPT = '/run/sallyport-probe.sh'
/** Called by udhcpc with the lease in its environment. */
const ON_LEASE = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr flush dev "$interface"
ip addr add "$ip/$mask" dev "$interface"
ip route replace default via "$router"
`
const NAME = 'update-check.test'

/** Adds the device, with the policies wan and dns. Throws if the router does not accept that. */
export async function openProbe(system: System, api: () => Promise<RouterApi>): Promise<Probe> {
  const inside = (...argv: string[]): string[] => ['ip', 'netns', 'exec', NETWORK, ...argv]
  const removeLink = (): void => {
    system.run(['ip', 'link', 'delete', LINK])
    system.run(['ip', 'netns', 'delete', NETWORK])
    system.remove(SCRIPT)
  }
  const lease = (): boolean => {
    demand(system, inside('ip', 'addr', 'flush', 'dev', 'eth0'))
    const flags = ['-i', 'eth0', '-n', '-q', '-f', '-t', '5', '-T', '1', '-A', '1', '-s', SCRIPT]
    return system.run(inside('udhcpc', ...flags)).status === 0
  }

  removeLink() // Of an update that was interrupted.
  demand(system, ['ip', 'netns', 'add', NETWORK])
  demand(system, ['ip', 'link', 'add', LINK, 'type', 'veth', 'peer', 'name', 'eth0', 'address', MAC, 'netns', NETWORK])
  for (const argv of [
    ['ip', 'link', 'set', LINK, 'up'],
    inside('ip', 'link', 'set', 'lo', 'up'),
    inside('ip', 'link', 'set', 'eth0', 'up'),
  ])
    demand(system, argv)
  system.write(SCRIPT, ON_LEASE, 0o700)
  const router = await api()
  await router.call('PUT', '/link/config', { Name: LINK, Type: 'Downlink', Enabled: true })
  lease()
  await router.call('PUT', `/device?identity=${encodeURIComponent(MAC)}`, {
    MAC,
    Name: 'update-check',
    Policies: ['wan', 'dns'],
  })
  const { UpstreamProviders = [] } = (await router.call('GET', '/dnsSettings')) as {
    readonly UpstreamProviders?: { readonly IPAddress: string }[]
  }
  const targets = UpstreamProviders.flatMap(({ IPAddress }) => [`${IPAddress}:853`, `${IPAddress}:443`])

  return {
    measure() {
      if (!lease()) return { lease: false, dns: false, internet: false }
      const [route] = JSON.parse(demand(system, inside('ip', '-j', 'route', 'show', 'default')) || '[]') as {
        readonly gateway?: string
      }[]
      const program = [`${CURRENT}/bin/node`, `${CURRENT}/bin/reach.js`]
      const { status, output } = system.run(inside(...program, route?.gateway ?? '', NAME, ...targets))
      if (status !== 0) return { lease: true, dns: false, internet: false }
      return { lease: true, ...(JSON.parse(output) as Omit<Health, 'lease'>) }
    },
    async close() {
      const now = await api()
      const forget = async (...call: Parameters<RouterApi['call']>): Promise<void> =>
        void (await now.call(...call).catch(() => undefined))
      await forget('DELETE', `/device?identity=${encodeURIComponent(MAC)}`)
      await forget('PUT', '/link/config', { Name: LINK, Type: 'Other', Enabled: false })
      removeLink()
    },
  }
}

/** What worked before and does not work now, in words; empty if nothing. */
export const lossesOf = (before: Health, now: Health): string[] =>
  [
    before.lease && !now.lease ? 'a device gets no address' : '',
    before.dns && !now.dns ? 'a device gets no DNS response' : '',
    before.internet && !now.internet ? 'a device does not reach the internet' : '',
  ].filter(Boolean)
