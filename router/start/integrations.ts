import type { UplinkWatch } from '../features/internet/uplinks/watch.ts'
import { machineName } from '../features/machine/info/hostname.ts'
import { type Forwarding, openForwarding } from '../features/messages/integrations/forwarding.ts'
import { type Mqtt, openMqtt } from '../features/messages/integrations/mqtt/mqtt.ts'
import { natsConnector } from '../features/messages/integrations/nats.ts'
import { syslogConnector } from '../features/messages/integrations/syslog.ts'
import { openTargets } from '../features/messages/integrations/target.ts'
import type { TrafficSampler } from '../features/traffic/flows/sampler.ts'
import { dial } from '../machine/dial.ts'
import { connectMqtt } from '../machine/mqtt.ts'
import { connectNats } from '../machine/nats.ts'
import type { NatsSettings, SyslogSettings } from '../model/messages/integrations/settings.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

/** Connections to other programs. */
export interface Integrations {
  readonly mqtt: Mqtt
  readonly nats: Forwarding<NatsSettings>
  readonly syslog: Forwarding<SyslogSettings>
}

interface Measurements {
  readonly sampler: Pick<TrafficSampler, 'read'>
  readonly uplinkWatch: Pick<UplinkWatch, 'status'>
}

export function openIntegrations(
  { machine, clock, options, onFailure }: Base,
  { facts, vault }: State,
  { bus, change, watch, network, resolve }: Enforcement,
  { sampler, uplinkWatch }: Measurements,
  opened: AsyncDisposableStack,
): Integrations {
  const targetOf = openTargets({ resolve, authorities: options.authorities })
  const host = machineName({ machine, facts })
  const whileEnabled = <S extends { readonly Enabled: boolean }>(settings: S): S | undefined =>
    settings.Enabled ? settings : undefined
  const mqtt = opened.use(
    openMqtt({
      ...{ facts, change, clock, bus, vault, network, targetOf, onFailure },
      version: options.version,
      hostName: () => host.now(),
      uplinks: uplinkWatch.status,
      async traffic() {
        const sent = await sampler.read('outgoing_traffic_wan')
        const received = await sampler.read('incoming_traffic_wan')
        return new Map(
          [...received].map(([ip, { bytes }]) => [ip, { received: bytes, sent: sent.get(ip)?.bytes ?? 0 }]),
        )
      },
      connect: connectMqtt,
    }),
  )
  const nats = opened.use(
    openForwarding({
      ...{ name: 'nats', clock, bus },
      settings: () => whileEnabled(facts.setting('nats')),
      connect: natsConnector({ vault, targetOf, connect: connectNats }),
    }),
  )
  const syslog = opened.use(
    openForwarding({
      ...{ name: 'syslog', clock, bus },
      settings: () => whileEnabled(facts.setting('syslog')),
      connect: syslogConnector({ hostName: () => host.now(), targetOf, dial }),
    }),
  )
  opened.use(
    watch((entries) => {
      mqtt.learn(entries)
      for (const { table, key } of entries) {
        if (table !== 'settings') continue
        if (key === 'nats') nats.update()
        if (key === 'syslog') syslog.update()
      }
    }),
  )
  return { mqtt, nats, syslog }
}
