import type { Core } from '../../../core.ts'
import { sharing } from '../../../machine/sharing.ts'
import { stationLink } from '../../../model/internet/links/interface.ts'
import { metrics } from '../../../model/machine/metrics/contract.ts'
import type { NatsSettings, SyslogSettings } from '../../../model/messages/integrations/settings.ts'
import { type Handlers, PlainText, serve } from '../../../model/operation.ts'
import { COUNTERS } from '../../../model/traffic/flows/counters.ts'
import { VPN_LINK } from '../../../model/vpn/wireguard/server.ts'
import type { BlockLists } from '../../dns/blocklists/lists/lists.ts'
import type { UplinkWatch } from '../../internet/uplinks/watch.ts'
import type { Forwarding } from '../../messages/integrations/forwarding.ts'
import type { Mqtt } from '../../messages/integrations/mqtt/mqtt.ts'
import type { TrafficSampler } from '../../traffic/flows/sampler.ts'
import type { StationReadings } from '../../wifi/stations/readings.ts'
import { deviceMetrics } from './devices.ts'
import { dnsMetrics } from './dns.ts'
import { type Family, flag, gauge, textOfMetrics } from './exposition.ts'
import { linkMetrics, parseLinkBytes, uplinkMetrics, vpnMetrics } from './links.ts'
import { routerMetrics } from './router.ts'
import { wifiMetrics } from './wifi.ts'

/** A group of metrics that are read together. */
interface Collector {
  readonly name: string
  readonly read: () => readonly Family[] | Promise<readonly Family[]>
}

/** Callers at the same time share a reading. */
export function metricHandlers(collectors: readonly Collector[]): Handlers<typeof metrics> {
  const text = sharing(async () => {
    const groups = await Promise.all(
      collectors.map(async ({ name, read }) => {
        try {
          return { name, families: await read() }
        } catch {
          return { name, families: undefined }
        }
      }),
    )
    const success = gauge(
      'scrape_success',
      'Whether this group of metrics could be read.',
      groups.map(({ name, families }) => [flag(families !== undefined), { group: name }]),
    )
    return await textOfMetrics([...groups.flatMap(({ families = [] }) => families), success])
  })
  return { read: async () => new PlainText(await text()) }
}

interface Needs {
  readonly sampler: Pick<TrafficSampler, 'read'>
  readonly uplinkWatch: Pick<UplinkWatch, 'status'>
  readonly readings: StationReadings
  readonly blockLists: Pick<BlockLists, 'blockedDomains'>
  readonly mqtt: Pick<Mqtt, 'status'>
  readonly nats: Pick<Forwarding<NatsSettings>, 'status'>
  readonly syslog: Pick<Forwarding<SyslogSettings>, 'status'>
}

/** Measurements in the format of Prometheus. */
export function metricsPart(
  { machine, clock, facts, version, bus, network, pass, radio, resolver, show }: Core,
  needs: Needs,
) {
  const { sampler, uplinkWatch, readings, blockLists, mqtt, nats, syslog } = needs
  const numberIn = (sysctl: string): number | undefined => {
    const text = machine.readSysctl(sysctl)
    return text === undefined ? undefined : Number(text)
  }
  const collectors: Collector[] = [
    {
      name: 'devices',
      async read() {
        const counted = await Promise.all(COUNTERS.map(async (name) => [name, await sampler.read(name)] as const))
        return deviceMetrics(facts, network(), new Map(counted))
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
    { name: 'wifi', read: async () => wifiMetrics(radio.states(), await readings.read()) },
    { name: 'dns', read: () => dnsMetrics(resolver.stats(), blockLists.blockedDomains()) },
    {
      name: 'vpn',
      async read() {
        const links = facts.setting('vpn').Up ? await show() : []
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
          version,
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
  return { operations: serve(metrics, metricHandlers(collectors)) }
}
