import { bytesOf, countOf } from '../../../parts/values/amount.ts'
import { kindTexts } from '../../../texts/home/devices/kind.ts'
import { type EventFields, eventTexts } from '../../../texts/messages/events.ts'
import { subjectOfChange } from '../../access/audit/fields.ts'
import { tunnelDownWords } from '../../vpn/tunnels/faultWords.ts'
import { startWords } from '../automations/startWords.ts'
import { type Payload, payloadFrom, textAt, valueAt, withoutPort } from './fields.ts'
import type { Household, Subject } from './household.ts'
import type { EventArea } from './searchParams.ts'

const { said, causes, sentences } = eventTexts

/** The colour of an event. `plain` for what is neither good nor bad. */
export type Tone = keyof typeof sentences

/** An event as a sentence. */
export interface Described {
  readonly words: string
  readonly area: EventArea
  readonly tone: Tone
  /** The device that it is about; undefined for none. */
  readonly subject: Subject | undefined
}

/** Text fields and names for the sentence of one event. */
interface Read extends EventFields {
  /** The name of a device by its IP address, or the address with its domain. */
  readonly place: (ip: string, domain?: string) => string
  readonly payload: Payload
}

interface Row {
  readonly tone: Tone | ((payload: Payload) => Tone)
  readonly subject?: (read: Read['text'], topic: string) => Subject
  readonly words: (read: Read) => string
}

type By = NonNullable<Row['subject']>
/** The device of an event by any of the fields that most payloads name it with. */
const byUsualFields: By = (text) => ({
  mac: text('MAC'),
  key: text('WGPubKey', 'PublicKey'),
  ip: text('ClientIP', 'DeviceIP', 'RecentIP', 'IP'),
})
const byMac: By = (text) => ({ mac: text('MAC'), ip: text('IP', 'RecentIP') })
const byIdentifier: By = (text) => ({ mac: text('Identifier', 'MAC'), ip: text('IP') })
const byClient: By = (text) => ({ mac: text('MAC'), ip: text('ClientIP') })
const bySource: By = (text) => ({ mac: text('MAC', 'Ethernet.SrcMAC'), ip: text('SrcIP', 'IP.SrcIP') })
const byVpn: By = (text) => ({ ip: text('DeviceIP', 'IP'), key: text('PublicKey') })
const byLogin: By = (text) => ({ mac: text('MAC'), ip: withoutPort(text('ip')) })

/** The MAC of a packet from the internet is that of the provider’s router. */
const byPacket: By = (text) => ({ key: text('SrcDevice'), ip: text('IP.SrcIP') })
/** The address is forged: it belongs to another device. */
const bySender: By = (text) => ({ mac: text('Ethernet.SrcMAC') })
const byScanner: By = (text) => ({ mac: text('MAC'), key: text('Device'), ip: text('SrcIP') })

const row = (tone: Row['tone'], subject: By | undefined, words: Row['words']): Row => ({
  tone,
  words,
  ...(subject && { subject }),
})

const causeOf = ({ text }: Read): string => causes[text('Cause')] ?? text('Cause', 'Reason')
const stateOf = (state: string): string => eventTexts.states[state] ?? state
/** What has started an automation. Events that an earlier version stored have only the words of the router. */
function startOf(text: Read['text']): string {
  const Kind = text('StartedBy.Kind')
  return Kind === 'every' || Kind === 'at' ? startWords({ Kind, Name: text('StartedBy.Name') }) : text('Trigger')
}
const isMany = ({ payload }: Read): boolean => Number(payload.Sources) > 1
const from = ({ text, place }: Read): string => place(withoutPort(text('ip')))
const signer = ({ text }: Read): string => text('username', 'name', 'type')

const refused =
  (say: typeof said.refused): Row['words'] =>
  ({ text, who, place }) =>
    say(
      who,
      place(text('IP.DstIP'), text('RecentDomainDst')),
      text('TCP.DstPort') === '' ? 'UDP' : 'TCP',
      text('TCP.DstPort', 'UDP.DstPort'),
    )

/** Sentences by topic, as the texts have them. */
const TEXT_ROWS: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(sentences).flatMap(([tone, byTopic]) =>
    Object.entries(byTopic).map(([topic, words]) => [topic, row(tone as Tone, byUsualFields, words)]),
  ),
)

/**
 * The sentences of the router’s topics. The longest topic that an event’s topic begins with counts. The rows here are for topics
 * whose colour, device or words depend on more than the texts describe.
 */
const ROWS: Readonly<Record<string, Row>> = {
  ...TEXT_ROWS,
  'device:unknown': row('warning', byMac, ({ who, text }) => said.unknown(nameSent(who, text), text('Iface'))),
  'traffic:limit': row('warning', byMac, ({ text }) =>
    said.trafficLimit(text('Name'), bytesOf(Number(text('Used'))), bytesOf(Number(text('Bytes')))),
  ),
  'traffic:surge': row('warning', byMac, ({ who, text }) => said.surge(who, bytesOf(Number(text('Bytes'))))),
  'wifi:auth:fail': row('bad', byMac, (read) => said.wifiRefused(read.who, causeOf(read))),
  'wifi:auth:repeated': row('bad', byMac, (read) =>
    isMany(read)
      ? said.wifiRepeatedByMany(read.text('Sources'), read.text('Seconds'))
      : said.wifiRepeated(read.who, read.text('Count'), read.text('Seconds'), causeOf(read)),
  ),
  'wifi:radio:state': row('plain', undefined, ({ text }) => said.radio(text('Iface'), stateOf(text('State')))),
  'dhcp:request': row('plain', byMac, ({ who, text }) => said.asked(nameSent(who, text))),
  'dhcp:response': row('good', byIdentifier, ({ who, text }) => said.address(who, text('IP'))),
  'dhcp:update': row('plain', byMac, ({ who, text }) => said.address(who, text('IP'))),
  'dhcp:spoof': row('bad', byMac, ({ who, text }) =>
    text('Reason') === 'passphrase not proven' ? said.cable(who) : said.spoof(who),
  ),
  'classify:result': row('plain', byMac, ({ who, text }) =>
    said.kind(who, kindTexts.names[text('Category')] ?? text('Category')),
  ),
  'zeroconf:device': row('plain', bySource, ({ who, payload }) => {
    const services = valueAt(payload, 'Services')
    return said.announced(who, Array.isArray(services) ? services.map(String).join(', ') : '')
  }),
  'dns:serve:': row(
    'plain',
    (text, topic) => ({ ip: topic.slice('dns:serve:'.length) || text('Remote') }),
    (read) => (read.text('Type') === 'BLOCKED' ? said.blocked : said.queried)(read.who, read.text('FirstName')),
  ),
  'dns:block:event': row('plain', byClient, ({ who, text }) => said.blocked(who, text('Name'))),
  'dns:block:repeated': row('warning', byClient, ({ who, text }) =>
    said.repeated(who, text('Name'), text('Count'), text('Seconds')),
  ),
  'dns:blocklist:update': row(
    ({ State }) => (State === 'failed' ? 'warning' : 'plain'),
    undefined,
    ({ text }) => said.list(text('URI'), stateOf(text('State')), text('State') === 'failed' ? text('Error') : ''),
  ),
  'dns:health': row(
    ({ Healthy }) => (Healthy === true ? 'good' : 'bad'),
    undefined,
    ({ payload, text }) => (payload.Healthy === true ? said.resolves : said.unresolved(text('Reason'))),
  ),
  'nft:drop:forward': row('bad', byPacket, refused(said.refused)),
  'nft:drop:pfw': row('bad', byPacket, (read) =>
    read.text('Rule.Name') === ''
      ? refused(said.refused)(read)
      : said.byNamedRule(
          read.who,
          read.place(read.text('IP.DstIP'), read.text('RecentDomainDst')),
          read.text('Rule.Name'),
        ),
  ),
  'nft:drop:private': row('bad', byPacket, refused(said.private)),
  'nft:drop:input': row('bad', byPacket, (read) => refused(said.refused)({ ...read, place: () => eventTexts.router })),
  'nft:drop:output': row('bad', undefined, (read) => refused(said.refused)({ ...read, who: routerFirst })),
  'nft:drop:mac': row('bad', bySender, ({ who }) => said.spoofed(who)),
  'nft:drop:spoof': row('bad', undefined, ({ text }) => said.forged(text('IP.SrcIP'))),
  'nft:drop:local': row('bad', byPacket, refused(said.refused)),
  'nft:drop:block': row('bad', byPacket, refused(said.byRule)),
  'nft:drop:limit': row('bad', byPacket, refused(said.byLimit)),
  'nft:drop:fragment': row('bad', byPacket, refused(said.byFragments)),
  'nft:drop:geo': row('bad', byPacket, ({ who, text, place }) => said.geo(who, place(text('IP.DstIP')))),
  'nft:lan': row('plain', byPacket, refused(said.connected)),
  'nft:wan': row('plain', byPacket, refused(said.connected)),
  'firewall:scan': row('bad', byScanner, ({ who, text }) => said.scan(who, text('Count'), text('Seconds'))),
  'auth:success': row('plain', byLogin, (read) => said.signedIn(signer(read), from(read))),
  'auth:login': row('warning', byLogin, (read) => said.newLogin(signer(read), from(read))),
  'auth:failure': row('bad', byLogin, (read) => said.signInFailed(signer(read), from(read))),
  'auth:repeated': row('bad', byLogin, (read) =>
    isMany(read)
      ? said.signInRepeatedByMany(read.text('Sources'), read.text('Seconds'))
      : said.signInRepeated(signer(read), from(read), read.text('Count'), read.text('Seconds')),
  ),
  'auth:logout': row('plain', byLogin, (read) => said.signedOut(signer(read))),
  'auth:token:create': row('warning', byLogin, (read) => said.tokenAdded(signer(read), read.text('credential'))),
  'auth:token:delete': row('plain', byLogin, (read) => said.tokenRemoved(signer(read), read.text('credential'))),
  'auth:otp:update': row('warning', byLogin, (read) => said.otp(signer(read), stateOf(read.text('state')))),
  'auth:webauthn:register': row('warning', byLogin, (read) => said.passkeyAdded(signer(read), read.text('credential'))),
  'auth:webauthn:delete': row('plain', byLogin, (read) => said.passkeyRemoved(signer(read), read.text('credential'))),
  'auth:otp:recovery': row('warning', byLogin, (read) => said.recovery(signer(read), from(read), read.text('Left'))),
  'wg:update': row('plain', byVpn, ({ who, text }) => said.peer(text('Name') || who)),
  'vpn:tunnel:down': row('bad', undefined, ({ text }) =>
    said.tunnelDown(text('Name'), tunnelDownWords(text('Code'), text('Host'), text('Detail'), text('Reason'))),
  ),
  'wan:failover': row('warning', undefined, ({ payload }) => {
    const active = valueAt(payload, 'Active')
    return said.failover(Array.isArray(active) ? active.map(String) : [])
  }),
  'wan:speedtest': row('plain', undefined, ({ text }) => said.speed(text('Iface'), countOf(Number(text('DownMbps'))))),
  'system:confirm': row('plain', undefined, ({ text }) => said.confirm(stateOf(text('State')))),
  'system:drift': row(
    (payload) => (isRepaired(payload) ? 'good' : 'warning'),
    undefined,
    ({ payload }) => (isRepaired(payload) ? said.driftGone : said.drift),
  ),
  'system:update': row('warning', undefined, ({ text }) => said.update(text('Available', 'Version'))),
  'system:update:installed': row('good', undefined, ({ text }) => said.updated(text('Version'))),
  'system:update:failed': row('bad', undefined, ({ text }) => said.notUpdated(text('Version'))),
  'system:disk:low': row('bad', undefined, ({ text }) =>
    said.diskLow(text('Path'), bytesOf(Number(text('FreeBytes')))),
  ),
  'system:disk:failure': row('bad', undefined, ({ text }) => said.diskFailed(text('What', 'Reason'))),
  'system:temperature:high': row('bad', undefined, ({ text }) =>
    said.hot(text('Zone'), countOf(Number(text('Celsius')))),
  ),
  'system:temperature:normal': row('good', undefined, ({ text }) =>
    said.cool(text('Zone'), countOf(Number(text('Celsius')))),
  ),
  'backup:old': row('warning', undefined, ({ text }) => said.backup(text('AgeDays', 'Days'))),
  'config:change': row('plain', undefined, ({ text }) =>
    said.setting(text('Who', 'Kind'), subjectOfChange(text('What'))),
  ),
  'notify:state': row(badIfFailed, undefined, ({ text }) => said.target(text('Name'), stateOf(text('State')))),
  'automation:run': row(
    ({ Ok }) => (Ok === false ? 'warning' : 'plain'),
    undefined,
    ({ text, payload }) =>
      payload.Ok === false
        ? said.automationFailed(text('Name'), text('Message'))
        : said.automationRan(text('Name'), startOf(text)),
  ),
  'integration:state': row(badIfFailed, undefined, ({ text }) =>
    said.integration(text('Name', 'Kind'), stateOf(text('State'))),
  ),
  'plugin:download:failure': row('bad', undefined, ({ text }) =>
    said.pluginNotDownloaded(text('GitURL'), text('Reason')),
  ),
  'plugin:install:failure': row('bad', undefined, ({ text }) =>
    said.pluginNotInstalled(text('Name', 'GitURL'), text('Reason')),
  ),
  'log:api': row('plain', undefined, ({ text }) => said.message(text('msg'))),
  'log:www:access': row(
    'plain',
    (text) => ({ ip: withoutPort(text('remoteaddr')) }),
    ({ who, text }) => said.call(who, text('method'), text('path')),
  ),
}

function badIfFailed({ State }: Payload): Tone {
  return State === 'failed' ? 'bad' : 'plain'
}

const isRepaired = ({ drift }: Payload): boolean => Array.isArray(drift) && drift.length === 0

const routerFirst = eventTexts.router.replace(/^./, (letter) => letter.toUpperCase())

/** An unnamed device with the host name that it sent. */
function nameSent(who: string, text: Read['text']): string {
  const name = text('Name')
  return name === '' || who.includes(name) ? who : eventTexts.sent(who, name)
}

/** The topics with a sentence, longest first, so that the most specific one is found. */
const TOPICS = Object.keys(ROWS).sort((a, b) => b.length - a.length)

const AREA_OF: readonly (readonly [prefix: string, area: EventArea])[] = [
  ['alert:', 'alert'],
  ['device:vpn:', 'vpn'],
  ['device', 'device'],
  ['traffic:', 'device'],
  ['zeroconf:', 'device'],
  ['classify:', 'device'],
  ['wifi:', 'wifi'],
  ['dhcp:', 'address'],
  ['dns:', 'dns'],
  ['nft:', 'firewall'],
  ['firewall:', 'firewall'],
  ['pfw:', 'firewall'],
  ['auth:', 'login'],
  ['wg:', 'vpn'],
  ['vpn:', 'vpn'],
  ['wan:', 'internet'],
  ['dyndns:', 'internet'],
  ['system:', 'system'],
  ['backup:', 'system'],
  ['config:', 'system'],
  ['crashlog:', 'system'],
  ['notify:', 'system'],
  ['integration:', 'system'],
  ['plugin:', 'system'],
  ['automation:', 'system'],
  ['log:', 'system'],
]

/** The part of the router that a topic belongs to. */
export const areaOf = (topic: string): EventArea => AREA_OF.find(([prefix]) => topic.startsWith(prefix))?.[1] ?? 'other'

/** Topics that are shown where no area is chosen: not each query and each call of the API, and not alerts, which have a list. */
export const USUAL_TOPICS: readonly string[] = [
  ...AREA_OF.map(([prefix]) => prefix).filter((prefix) => !['alert:', 'dns:', 'log:'].includes(prefix)),
  'dns:block',
  'dns:override',
  'dns:health',
]

/** The topic prefixes of an area; empty for `other`. */
export const prefixesOfArea = (area: EventArea): string[] =>
  AREA_OF.flatMap(([prefix, of]) => (of === area ? [prefix] : []))

/** The sentence, colour and device of an event. Topics without a sentence are shown by their name. */
export function describe(topic: string, event: unknown, household: Household): Described {
  const payload = payloadFrom(event)
  const area = areaOf(topic)
  const found = TOPICS.find((one) => topic === one || topic.startsWith(one.endsWith(':') ? one : `${one}:`))
  const entry = found === undefined ? undefined : ROWS[found]
  if (!entry) return { words: said.other(topic), area, tone: 'plain', subject: undefined }
  const text = (...paths: readonly string[]) => textAt(payload, ...paths)
  const subject = entry.subject?.(text, topic)
  const place = (ip: string, domain = '') =>
    household.find({ ip }) ? household.nameOf({ ip }) : eventTexts.place(ip, domain)
  const words = entry.words({ text, place, payload, who: household.nameOf(subject) })
  const isNamed = subject && Object.values(subject).some((id) => id !== '')
  return {
    words,
    area,
    tone: typeof entry.tone === 'function' ? entry.tone(payload) : entry.tone,
    subject: isNamed ? subject : undefined,
  }
}
