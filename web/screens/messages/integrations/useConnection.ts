import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { integrations } from '../../../../router/model/messages/integrations/contract.ts'
import type { Operation } from '../../../../router/model/operation.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import type { Tested } from '../../../parts/forms/TestResultMessage.tsx'
import { withTranslation } from '../../../parts/forms/tested.ts'
import { withTopics } from './connection.ts'

export type MaskedMqttSettings = z.output<typeof integrations.mqtt.details.reply>
export type MaskedNatsSettings = z.output<typeof integrations.nats.details.reply>
export type Syslog = z.output<typeof integrations.syslog.details.reply>

/** Messages that are counted and queued have no event. */
const LOOK_AGAIN_MS = 5000

/** Saving and testing settings. After a change, the replies of `stale` are loaded again. */
function useChanges<Settings>(
  put: (body: Settings) => Promise<unknown>,
  send: (body: Settings) => Promise<Tested>,
  stale: readonly Operation[],
) {
  const save = useMutation({
    mutationFn: put,
    gcTime: 0,
    onSuccess: () => readAgain(...stale),
  })
  return {
    save,
    test: useMutation({ mutationFn: async (body: Settings) => withTranslation(await send(body)), gcTime: 0 }),
  }
}

/** The connection to an MQTT broker: settings, state and changes. */
export const useMqtt = () => ({
  settings: useQuery(query(integrations.mqtt)),
  status: useQuery({ ...query(integrations.mqttStatus), refetchInterval: LOOK_AGAIN_MS }),
  ...useChanges<MaskedMqttSettings>(
    (body) => call(integrations.putMqtt, { body }),
    (body) => call(integrations.testMqtt, { body }),
    [integrations.mqtt, integrations.mqttStatus],
  ),
})

/** The connection to a NATS server. */
export const useNats = () => ({
  settings: useQuery(query(integrations.nats)),
  status: useQuery({ ...query(integrations.natsStatus), refetchInterval: LOOK_AGAIN_MS }),
  ...useChanges<MaskedNatsSettings>(
    (fields) => call(integrations.putNats, { body: withTopics(fields) }),
    (fields) => call(integrations.testNats, { body: withTopics(fields) }),
    [integrations.nats, integrations.natsStatus],
  ),
})

/** The connection to a syslog server. */
export const useSyslog = () => ({
  settings: useQuery(query(integrations.syslog)),
  status: useQuery({ ...query(integrations.syslogStatus), refetchInterval: LOOK_AGAIN_MS }),
  ...useChanges<Syslog>(
    (fields) => call(integrations.putSyslog, { body: withTopics(fields) }),
    (fields) => call(integrations.testSyslog, { body: withTopics(fields) }),
    [integrations.syslog, integrations.syslogStatus],
  ),
})
