import { deviceMetrics } from '../features/machine/metrics/devices.ts'
import { dnsMetrics } from '../features/machine/metrics/dns.ts'
import type { Collector } from '../features/machine/metrics/handlers.ts'
import { linkMetrics, parseLinkBytes, uplinkMetrics, vpnMetrics } from '../features/machine/metrics/links.ts'
import { routerMetrics } from '../features/machine/metrics/router.ts'
import { wifiMetrics } from '../features/machine/metrics/wifi.ts'
import { stationLink } from '../model/internet/links/interface.ts'
import { COUNTERS } from '../model/traffic/flows/counters.ts'
import { VPN_LINK } from '../model/vpn/wireguard/server.ts'
import type { Background } from './background.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

/** What each group of metrics is read from. */
export function listCollectors(
  { machine, clock, options }: Base,
  { facts }: State,
  { bus, network, pass, radio, resolver, wireguard }: Enforcement,
  { blockLists, mqtt, nats, sampler, stationReadings, syslog, uplinkWatch }: Background,
): Collector[] {
  const numberIn = (sysctl: string): number | undefined => {
    const text = machine.readSysctl(sysctl)
    return text === undefined ? undefined : Number(text)
  }
  return [
    {
      name: 'devices',
      async read() {
        const readings = await Promise.all(COUNTERS.map(async (name) => [name, await sampler.read(name)] as const))
        return deviceMetrics(facts, network(), new Map(readings))
      },
    },
    {
      name: 'links',
      read: () => [
        ...uplinkMetrics(uplinkWatch.status()),
        ...linkMetrics(
          parseLinkBytes(machine.readFile('/proc/net/dev') ?? ''),
          (link) => link !== 'lo' && !stationLink(link),
        ),
      ],
    },
    { name: 'wifi', read: async () => wifiMetrics(radio.states(), await stationReadings.read()) },
    { name: 'dns', read: () => dnsMetrics(resolver.stats(), blockLists.blockedDomains()) },
    {
      name: 'vpn',
      async read() {
        const links = facts.setting('vpn').Up ? await wireguard.show() : []
        return vpnMetrics(
          facts,
          links.find(({ link }) => link === VPN_LINK),
          clock.now(),
        )
      },
    },
    {
      name: 'router',
      read() {
        const { user, system } = process.cpuUsage()
        const { rss, heapUsed } = process.memoryUsage()
        return routerMetrics({
          version: options.version,
          usage: {
            cpuSeconds: (user + system) / 1e6,
            residentBytes: rss,
            heapBytes: heapUsed,
            startTime: performance.timeOrigin / 1000,
            openFiles: machine.listFiles('/proc/self/fd').length,
          },
          events: bus.counts,
          integrations: { mqtt: mqtt.status(), nats: nats.status(), syslog: syslog.status() },
          drift: pass.drift.length,
          connections: numberIn('net.netfilter.nf_conntrack_count'),
          mostConnections: numberIn('net.netfilter.nf_conntrack_max'),
        })
      },
    },
  ]
}
