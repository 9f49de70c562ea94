import type { Core } from '../../../core.ts'
import { integrations } from '../../../model/messages/integrations/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { UplinkWatch } from '../../internet/uplinks/watch.ts'
import { machineName } from '../../machine/info/hostname.ts'
import type { TrafficSampler } from '../../traffic/flows/sampler.ts'
import { openForwarding } from './forwarding.ts'
import { integrationHandlers } from './handlers.ts'
import { openMqtt } from './mqtt/mqtt.ts'
import { natsConnector } from './nats.ts'
import { syslogConnector } from './syslog.ts'
import { openTargets } from './target.ts'

interface Needs {
  readonly sampler: Pick<TrafficSampler, 'read'>
  readonly uplinkWatch: Pick<UplinkWatch, 'status'>
}

/** Connections to MQTT, NATS and syslog servers. */
export function integrationsPart(core: Core, { sampler, uplinkWatch }: Needs) {
  const { machine, clock, bus, facts, vault, watch, keep } = core
  const targetOf = openTargets(core)
  const host = machineName(core)
  const hostName = () => host.now()
  const mqtt = keep(
    openMqtt({
      ...{ ...core, targetOf, hostName },
      uplinks: uplinkWatch.status,
      async traffic() {
        const sent = await sampler.read('outgoing_traffic_wan')
        const received = await sampler.read('incoming_traffic_wan')
        return new Map(
          [...received].map(([ip, { bytes }]) => [ip, { received: bytes, sent: sent.get(ip)?.bytes ?? 0 }]),
        )
      },
      connect: machine.connectMqtt,
    }),
  )
  const nats = keep(
    openForwarding({
      ...{ name: 'nats', clock, bus },
      settings: () => whileEnabled(facts.setting('nats')),
      connect: natsConnector({ vault, targetOf, connect: machine.connectNats }),
    }),
  )
  const syslog = keep(
    openForwarding({
      ...{ name: 'syslog', clock, bus },
      settings: () => whileEnabled(facts.setting('syslog')),
      connect: syslogConnector({ hostName, targetOf, dial: machine.dial }),
    }),
  )
  keep(
    watch((entries) => {
      for (const { table, key } of entries) {
        if (table !== 'settings') continue
        if (key === 'nats') nats.update()
        if (key === 'syslog') syslog.update()
      }
    }),
  )
  return { mqtt, nats, syslog, operations: serve(integrations, integrationHandlers({ ...core, mqtt, nats, syslog })) }
}

const whileEnabled = <S extends { readonly Enabled: boolean }>(settings: S): S | undefined =>
  settings.Enabled ? settings : undefined
