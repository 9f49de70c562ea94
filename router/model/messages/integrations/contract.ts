import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { isIp } from '../../../values/ip.ts'
import { HOST_NAME_SOURCE, line, NO_CONTROL_CHARACTERS, padded } from '../../../values/text.ts'
import { authority } from '../../authority.ts'
import { MASK } from '../../home/devices/device.ts'
import { get, put } from '../../operation.ts'
import { INTEGRATION_NAMES } from './settings.ts'

const tag = 'integrations'

const host = z
  .string()
  .max(253, schemaPhrase('field.tooLong', 253))
  .regex(padded(`(?:${HOST_NAME_SOURCE})?`), schemaPhrase('messages.brokerHost'))
  .transform((given) => given.trim().toLowerCase())
  .refine((given) => !/^[\d.]+$/.test(given) || isIp(given), schemaPhrase('messages.brokerHost'))
  .meta({ 'x-rule': 'Text of digits and dots only has to be an IPv4 address' })
const port = z.int().min(1).max(65535)
const secret = z
  .string()
  .max(255, schemaPhrase('field.tooLong', 255))
  .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))
const levels = (separator: string, example: string) =>
  z
    .string()
    .max(64, schemaPhrase('field.tooLong', 64))
    .regex(
      new RegExp(`^[A-Za-z0-9_-]+(?:${separator}[A-Za-z0-9_-]+)*$`, 'u'),
      schemaPhrase('messages.topicCharacters', example),
    )
const topics = z
  .array(z.string().regex(/^(?:\*|[A-Za-z0-9:._-]{1,64})$/u, schemaPhrase('messages.topicPrefix')))
  .min(1)
  .max(64)

const described = {
  Enabled: 'Whether the router connects',
  Host: 'The server: an IPv4 address, or a name that the router’s own DNS resolves; not the router itself',
  TLS: 'Whether the connection uses TLS. The certificate must be valid for `Host`',
  Username: 'The user name; empty for none',
  Topics:
    'Beginnings of the topics of events to send; `*` for all events, also those with the names that devices look up ' +
    '(`dns:serve:`)',
}
const port_ = (usual: string) => ({ description: `The TCP port; usually ${usual}` })
const shownSecret = z.string().meta({ description: `\`${MASK}\` if there is one, otherwise empty`, example: MASK })
const shownHost = z.string().meta({ description: described.Host, example: '192.168.2.6' })
const givenSecret = (what: string) =>
  secret.meta({
    description: `${what}; \`${MASK}\` or absent: unchanged; empty: none. Needed again when \`Host\`, \`Port\`, \`TLS\`, \`Authority\` or \`Username\` changes`,
    example: 'open-sesame',
  })

const server = (usual: string, example: number) => ({
  Enabled: z.boolean().meta({ description: described.Enabled, example: true }),
  Host: host.meta({ description: described.Host, example: '192.168.2.6' }),
  Port: port.meta({ ...port_(usual), example }),
  TLS: z.boolean().meta({ description: described.TLS }),
  Authority: authority,
})

const username = line(255).meta({ description: described.Username, example: 'sallyport' })
const chosenTopics = topics.meta({ description: described.Topics, example: ['alert:', 'wan:'] })

const mqttFields = {
  ...server('1883, with TLS 8883', 1883),
  Username: username,
  Password: givenSecret('The password'),
  BaseTopic: levels('/', 'sallyport').meta({ description: 'The beginning of all topics', example: 'sallyport' }),
  Discovery: z.boolean().meta({ description: 'Whether devices are announced to Home Assistant', example: true }),
  DiscoveryPrefix: levels('/', 'homeassistant').meta({
    description: 'The beginning of the topics that Home Assistant discovers',
    example: 'homeassistant',
  }),
  Control: z.boolean().meta({
    description: 'Whether clients of the broker may turn the internet access of devices on and off (the policy `wan`)',
  }),
}
const natsFields = {
  ...server('4222', 4222),
  Username: username,
  Password: givenSecret('The password'),
  Token: givenSecret('The token, instead of user name and password'),
  SubjectPrefix: levels('\\.', 'sallyport').meta({
    description: 'The beginning of all subjects',
    example: 'sallyport',
  }),
  Topics: chosenTopics,
}
const syslogFields = { ...server('6514, without TLS 514 or 601', 6514), Topics: chosenTopics }

const GivenMqtt = z.strictObject(mqttFields).partial().meta({ id: 'MQTTChange' })
export type GivenMqtt = z.output<typeof GivenMqtt>
const GivenNats = z.strictObject(natsFields).partial().meta({ id: 'NATSChange' })
export type GivenNats = z.output<typeof GivenNats>
const GivenSyslog = z.strictObject(syslogFields).partial().meta({ id: 'SyslogChange' })
export type GivenSyslog = z.output<typeof GivenSyslog>

export const ShownMqtt = z.object({ ...mqttFields, Host: shownHost, Password: shownSecret }).meta({ id: 'MQTT' })
export type ShownMqtt = z.input<typeof ShownMqtt>
export const ShownNats = z
  .object({ ...natsFields, Host: shownHost, Password: shownSecret, Token: shownSecret })
  .meta({ id: 'NATS' })
export type ShownNats = z.input<typeof ShownNats>
export const ShownSyslog = z.object({ ...syslogFields, Host: shownHost }).meta({ id: 'Syslog' })
export type ShownSyslog = z.input<typeof ShownSyslog>

export const INTEGRATION_STATES = ['off', 'connecting', 'connected', 'failed'] as const

/** The state of a connection to another program. */
export const IntegrationStatus = z
  .object({
    State: z
      .enum(INTEGRATION_STATES)
      .meta({ description: '`failed`: the connection is retried', example: 'connected' }),
    Message: z.string().meta({
      description:
        'The state in words: why the connection failed, or what it is connected to, whether that has refused events, and chosen topics that no event has',
      example: 'connected to 192.168.2.6, port 1883',
    }),
    Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
    Since: z.int().meta({ description: 'Unix time in seconds since which it has this state', example: 1709287200 }),
    Sent: z.int().meta({ description: 'Messages that were sent since the start', example: 128 }),
    Queued: z.int().meta({ description: 'Messages that wait to be sent', example: 0 }),
    Dropped: z.int().meta({
      description: 'Messages that were dropped since the start: too many waited, or the server refused them',
      example: 0,
    }),
    LastTopic: z.string().meta({
      description: 'Topic of the message that was sent last since the start; empty if none was sent',
      example: 'wan:uplink:up',
    }),
    LastSent: z
      .int()
      .meta({ description: 'Unix time in seconds of that message; 0 if none was sent', example: 1709287260 }),
  })
  .meta({ id: 'IntegrationStatus' })
export type IntegrationStatus = z.input<typeof IntegrationStatus>

export const CONNECTION_FIELDS = ['', 'Host', 'Port', 'TLS', 'Authority', 'Username'] as const

/** The result of a test. */
export const IntegrationTest = z
  .object({
    Ok: z.boolean().meta({ description: 'The server has accepted the test message', example: true }),
    Field: z
      .enum(CONNECTION_FIELDS)
      .meta({ description: 'The field that is probably wrong; empty if unknown', example: '' }),
    Message: z.string().meta({
      description: 'The result in words',
      example: 'The server at 192.168.2.6, port 1883, accepted a message.',
    }),
    Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
  })
  .meta({ id: 'IntegrationTest' })
export type IntegrationTest = z.input<typeof IntegrationTest>

/** The event of a changed state. */
export const IntegrationState = z.object({
  Name: z.enum(INTEGRATION_NAMES).meta({ description: 'The integration' }),
  State: z.enum(INTEGRATION_STATES).meta({ description: 'As in its status' }),
  Message: z.string().meta({ description: 'The state in words' }),
})
export type IntegrationState = z.infer<typeof IntegrationState>

const ABSENT = `Absent fields are unchanged, and so is a secret that is \`${MASK}\`.`
const INVALID = 'An invalid field, or one that is needed is missing'
const testing = (message: string): string =>
  `Connects with the stored settings and the given changes, which are not saved, and sends ${message}. Waits for the ` +
  'result, for at most 20 seconds.'

/** Connections to other programs: MQTT with Home Assistant, NATS and syslog. */
export const integrations = {
  mqtt: get('/integrations/mqtt', {
    tag,
    summary: 'Settings of MQTT and Home Assistant',
    reply: ShownMqtt,
  }),
  putMqtt: put('/integrations/mqtt', {
    tag,
    summary: 'Change the settings of MQTT and Home Assistant',
    description:
      `${ABSENT} When \`Discovery\` or \`Enabled\` is switched off, or the broker or a topic changes, what the router has ` +
      'published is removed from the former broker if it is reachable.',
    body: GivenMqtt,
    errors: { 400: INVALID },
  }),
  testMqtt: put('/integrations/mqtt/test', {
    tag,
    summary: 'Test the connection to an MQTT broker',
    description: testing('a message to the topic `BaseTopic/test`'),
    body: GivenMqtt,
    audit: 'tested the connection to an MQTT broker',
    reply: IntegrationTest,
    errors: { 400: INVALID },
  }),
  mqttStatus: get('/integrations/mqtt/status', {
    roles: ['viewer'],
    tag,
    summary: 'State of MQTT and Home Assistant',
    reply: IntegrationStatus,
  }),
  nats: get('/integrations/nats', { tag, summary: 'Settings of events to NATS', reply: ShownNats }),
  putNats: put('/integrations/nats', {
    tag,
    summary: 'Change the settings of events to NATS',
    description: ABSENT,
    body: GivenNats,
    errors: { 400: INVALID },
  }),
  testNats: put('/integrations/nats/test', {
    tag,
    summary: 'Test the connection to a NATS server',
    description: testing('a message to the subject `SubjectPrefix.test`'),
    body: GivenNats,
    audit: 'tested the connection to a NATS server',
    reply: IntegrationTest,
    errors: { 400: INVALID },
  }),
  natsStatus: get('/integrations/nats/status', {
    roles: ['viewer'],
    tag,
    summary: 'State of events to NATS',
    reply: IntegrationStatus,
  }),
  syslog: get('/integrations/syslog', { tag, summary: 'Settings of events to syslog', reply: ShownSyslog }),
  putSyslog: put('/integrations/syslog', {
    tag,
    summary: 'Change the settings of events to syslog',
    description: `${ABSENT} Events are sent as RFC 5424 messages over TCP (RFC 6587, octet counting) or TLS (RFC 5425).`,
    body: GivenSyslog,
    errors: { 400: INVALID },
  }),
  testSyslog: put('/integrations/syslog/test', {
    tag,
    summary: 'Test the connection to a syslog server',
    description: testing('a message with the text `test`'),
    body: GivenSyslog,
    audit: 'tested the connection to a syslog server',
    reply: IntegrationTest,
    errors: { 400: INVALID },
  }),
  syslogStatus: get('/integrations/syslog/status', {
    roles: ['viewer'],
    tag,
    summary: 'State of events to syslog',
    reply: IntegrationStatus,
  }),
}
