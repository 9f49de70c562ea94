import { z } from 'zod'
import { families } from '../../router/events/catalogue.ts'
import { accessTopics } from '../../router/model/access/topics.ts'
import { dnsTopics } from '../../router/model/dns/topics.ts'
import { firewallTopics } from '../../router/model/firewall/topics.ts'
import { homeTopics } from '../../router/model/home/topics.ts'
import { internetTopics } from '../../router/model/internet/topics.ts'
import { machineTopics } from '../../router/model/machine/topics.ts'
import { messageTopics } from '../../router/model/messages/topics.ts'
import { pluginTopics } from '../../router/model/plugins/topics.ts'
import type { TopicEntry } from '../../router/model/topic.ts'
import { trafficTopics } from '../../router/model/traffic/topics.ts'
import { vpnTopics } from '../../router/model/vpn/topics.ts'
import { wifiTopics } from '../../router/model/wifi/topics.ts'

/** The page that lists all topics, between these two lines. */
export const EVENTS_PAGE = 'site/docs/development/services/sprbus.md'
const [BEGIN, END] = ['{/* Written by lab/docs/events.test.ts. */}', '{/* End of the topics. */}']

const SECTIONS: Readonly<Record<string, Readonly<Record<string, TopicEntry>>>> = {
  'Access and configuration': accessTopics,
  'Devices and addresses': homeTopics,
  Wifi: wifiTopics,
  Uplinks: internetTopics,
  DNS: dnsTopics,
  Firewall: firewallTopics,
  VPN: vpnTopics,
  Traffic: trafficTopics,
  'Alerts, automations and other programs': messageTopics,
  Plugins: pluginTopics,
  'The router': machineTopics,
  'Topics that continue with a name': families,
}

const fieldsOf = (payload: z.ZodType): string => {
  if (payload instanceof z.ZodRecord) return `identity: ${fieldsOf(payload.valueType as z.ZodType)}`
  const { id } = payload.meta() ?? {}
  if (typeof id === 'string') return `the object ${id} of the API`
  if (!(payload instanceof z.ZodObject)) return 'any'
  const fields = Object.entries(payload.shape as Record<string, z.ZodType>)
  return fields.map(([name, schema]) => (schema instanceof z.ZodOptional ? `${name}?` : name)).join(', ')
}

/** All topics as Markdown: a section with a table for each subject. */
const eventTables = (): string =>
  Object.entries(SECTIONS)
    .map(([title, topics]) =>
      [
        `### ${title}`,
        '',
        '| topic | published when | fields |',
        '|---|---|---|',
        ...Object.entries(topics).map(
          ([name, { about, payload }]) => `| \`${name}\` | ${about} | ${fieldsOf(payload)} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')

/** The page with its tables replaced by the present ones. Throws if it has no place for them. */
export function withTables(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined) throw new Error(`${EVENTS_PAGE} has no place for the topics`)
  return `${before}${BEGIN}\n\n${eventTables()}\n\n${END}${after}`
}

/** All topics that the tables list. */
export const documentedTopics = (): string[] => Object.values(SECTIONS).flatMap((topics) => Object.keys(topics))
