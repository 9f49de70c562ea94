import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import type { integrations } from '../../../model/messages/integrations/contract.ts'
import type { NatsSettings, SyslogSettings } from '../../../model/messages/integrations/settings.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Forwarding } from './forwarding.ts'
import type { Mqtt } from './mqtt/mqtt.ts'
import { revisedMqtt, revisedNats, revisedSyslog, shownMqtt, shownNats, shownSyslog } from './revise.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault'> {
  readonly mqtt: Pick<Mqtt, 'status' | 'test'>
  readonly nats: Pick<Forwarding<NatsSettings>, 'status' | 'test'>
  readonly syslog: Pick<Forwarding<SyslogSettings>, 'status' | 'test'>
}

export const integrationHandlers = ({
  facts,
  change,
  vault,
  mqtt,
  nats,
  syslog,
}: Deps): Handlers<typeof integrations> => ({
  mqtt: () => shownMqtt(facts.setting('mqtt')),
  putMqtt: ({ body }) =>
    change((draft) => draft.set('mqtt', revisedMqtt(draft.setting('mqtt'), body, vault, newClientId()))),
  testMqtt: ({ body }) =>
    mqtt.test(revisedMqtt(facts.setting('mqtt'), { ...body, Enabled: true }, vault, newClientId())),
  mqttStatus: () => mqtt.status(),

  nats: () => shownNats(facts.setting('nats')),
  putNats: ({ body }) => change((draft) => draft.set('nats', revisedNats(draft.setting('nats'), body, vault))),
  testNats: ({ body }) => nats.test(revisedNats(facts.setting('nats'), { ...body, Enabled: true }, vault)),
  natsStatus: () => nats.status(),

  syslog: () => shownSyslog(facts.setting('syslog')),
  putSyslog: ({ body }) => change((draft) => draft.set('syslog', revisedSyslog(draft.setting('syslog'), body))),
  testSyslog: ({ body }) => syslog.test(revisedSyslog(facts.setting('syslog'), { ...body, Enabled: true })),
  syslogStatus: () => syslog.status(),
})

const newClientId = (): string => randomBytes(8).toString('hex')
