import { after } from 'node:test'
import type { ExitEntry, TunnelEntry } from '../../../router/model/vpn/tunnels/contract.ts'
import { ECHO_PORT, FOREIGN_RESOLVER, HOSTS, PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { openTunnelProvider, type TunnelProvider } from '../../guests/tunnelprovider.ts'
import { openStage } from '../../home/story.ts'
import { openWitness, type Witness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

/** Servers that only devices connect to. */
export const servers = `{ ${[WEB, PRIVATE_HOST, ...HOSTS].join(', ')} }`

export const seenBy = (provider: TunnelProvider, match: string): Promise<Witness> =>
  openWitness(provider.namespace, `iifname wg0 ${match}`)

/** A home, and a provider of tunnels. */
export async function openTunnels() {
  const { home, story } = await openStage({
    phone: { Policies: ['wan', 'dns', 'lan_upstream'], Groups: ['family'], DeviceTags: ['abroad'] },
    laptop: { wired: true, Policies: ['wan', 'dns', 'lan_upstream'] },
  })
  const { router, internet } = home
  /** The file that appears if a command in the file of a provider is run. */
  const markFile = `${home.dir}/hostile`
  const openProvider = async (name: string, host: number): Promise<TunnelProvider> => {
    const more = [`PostUp = touch ${markFile}`, 'Table = off']
    const provider = await openTunnelProvider(internet, home.dir, { name, host, dns: FOREIGN_RESOLVER, more })
    after(() => provider[Symbol.asyncDispose]())
    return provider
  }
  const oslo = await openProvider('oslo', 61)

  const tunnel = async (name: string): Promise<TunnelEntry> =>
    (await router.api(`/vpn/tunnels/${name}`)) as unknown as TunnelEntry
  return {
    story,
    home,
    markFile,
    oslo,
    openProvider,
    untilState: (name: string, state: TunnelEntry['State']): Promise<unknown> =>
      until(`${name} ${state}`, async () => (await tunnel(name)).State === state, 30_000),
    exit: async (): Promise<ExitEntry> => ((await router.api('/vpn/exits')) as ExitEntry[])[0]!,
    /** All devices join, and the router notices a failed connection within seconds. */
    async gather(): Promise<void> {
      await home.gather()
      await router.uplinkAddress()
      await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
    },
    /** Packets from the router's own uplink to `servers`, plain queries, and IPv6. */
    async leaks(): Promise<Pick<Witness, 'packets'> & AsyncDisposable> {
      const [{ address: mac }] = JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'wan0']))
      const all = await Promise.all(
        [`ip daddr ${servers}`, 'meta l4proto { tcp, udp } th dport 53', 'meta protocol ip6'].map((match) =>
          openWitness(internet.namespace, `iifname provider ether saddr ${mac} ${match}`),
        ),
      )
      return {
        packets: async () =>
          (await Promise.all(all.map((one) => one.packets()))).reduce((sum, count) => sum + count, 0),
        async [Symbol.asyncDispose]() {
          for (const one of all) await one[Symbol.asyncDispose]()
        },
      }
    },
    /** Everything that a device may try, at the same time: unanswered packets take seconds. */
    async tries(): Promise<{ passed: string[] }> {
      const { phone } = home
      const tried: [string, Promise<boolean>][] = [
        ['TCP', phone.reaches(HOSTS[3]!, ECHO_PORT)],
        ['TCP to a private address', phone.reaches(PRIVATE_HOST, ECHO_PORT)],
        ['ICMP', phone.pings(HOSTS[4]!)],
        ['DNS', phone.resolves(`name${Math.random()}.test`).then((lines) => lines.length > 0)],
      ]
      await Promise.all([
        ...tried.map(([, answer]) => answer),
        phone.try('sh', '-c', `echo x | busybox nc -u -w 1 ${HOSTS[5]} 9`),
        phone.try('dig', '+tries=1', '+time=1', '@8.8.8.8', 'www.test'),
        phone.try('dig', '+tls', '+tries=1', '+time=1', `@${WEB}`, 'www.test'),
        phone.try('ping', '-6', '-c', '1', '-W', '1', '2001:db8::10'),
      ])
      const passed: string[] = []
      for (const [name, answer] of tried) if (await answer) passed.push(name)
      return { passed }
    },
  }
}
