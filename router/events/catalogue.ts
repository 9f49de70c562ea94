import { z } from 'zod'
import { accessTopics } from '../model/access/topics.ts'
import { DnsLogRecord } from '../model/dns/querylog/record.ts'
import { dnsTopics } from '../model/dns/topics.ts'
import { firewallTopics } from '../model/firewall/topics.ts'
import { homeTopics } from '../model/home/topics.ts'
import { internetTopics } from '../model/internet/topics.ts'
import { machineTopics } from '../model/machine/topics.ts'
import { messageTopics } from '../model/messages/topics.ts'
import { pluginTopics } from '../model/plugins/topics.ts'
import { fields, type PayloadsOf, type TopicEntry, text, topic } from '../model/topic.ts'
import { trafficTopics } from '../model/traffic/topics.ts'
import { vpnTopics } from '../model/vpn/topics.ts'
import { wifiTopics } from '../model/wifi/topics.ts'

export type { AuthEvent } from '../model/access/topics.ts'
export type { Drift } from '../model/machine/system/contract.ts'
export type { StationEvent } from '../model/wifi/topics.ts'

/** All topics with a fixed name, each with the schema of its payload. Clients of API 0.3.0 subscribe to these names. */
export const catalogue = {
  ...accessTopics,
  ...homeTopics,
  ...wifiTopics,
  ...internetTopics,
  ...dnsTopics,
  ...firewallTopics,
  ...vpnTopics,
  ...trafficTopics,
  ...messageTopics,
  ...pluginTopics,
  ...machineTopics,
}

/** What an alert reports. Clients replace `{{Field}}` in its texts with fields of the event. */
const AlertEvent = fields({
  Topic: text('Topic of the event that the alert reports'),
  RuleId: text('The alert rule'),
  NotificationType: text('`info`, `warning`, `success`, `error` or `danger`').optional(),
  Title: text('Template of the title').optional(),
  Body: text('Template of the text').optional(),
  Event: z.looseObject({}).optional().meta({ description: 'The event, or the fields that the rule selects' }),
  Values: z.array(z.unknown()).optional().meta({ description: 'What the conditions of the rule have selected' }),
  State: text('Empty or `New`; `Resolved` once a person has resolved it'),
})

/** Topics that continue with a name, by their beginning. */
export const families = {
  'dns:serve:': topic('The resolver has answered a query of the client with this address.', DnsLogRecord),
  'alert:': topic('An alert rule that stores its alerts has fired: `alert:TOPIC:SUFFIX`.', AlertEvent),
}

type Families = PayloadsOf<typeof families>
export type Events = PayloadsOf<typeof catalogue>

/** A topic of the catalogue, or one of a family, such as `dns:serve:192.168.2.6`. */
export type Topic = keyof Events | { [F in keyof Families]: `${F}${string}` }[keyof Families]

/** The payload of a topic. */
export type TopicPayload<T extends string> = T extends keyof Events
  ? Events[T]
  : T extends `dns:serve:${string}`
    ? Families['dns:serve:']
    : T extends `alert:${string}`
      ? Families['alert:']
      : unknown

/** The entry of a topic, also of one of a family; undefined for one that the router does not publish. */
export function entryOf(name: string): TopicEntry | undefined {
  if (Object.hasOwn(catalogue, name)) return catalogue[name as keyof Events]
  return Object.entries(families).find(([family]) => name.startsWith(family))?.[1]
}
