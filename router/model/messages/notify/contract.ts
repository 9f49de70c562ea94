import { z } from 'zod'
import { LANGUAGE_CODES } from '../../../phrases/language.ts'
import { type PhraseValue, phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { CONTROL, exactLine, filledLine, HOST_NAME_SOURCE } from '../../../values/text.ts'
import { authority } from '../../authority.ts'
import { MASK } from '../../home/devices/device.ts'
import { del, get, put } from '../../operation.ts'
import { ALERT_TYPES, EMAIL_SECURITIES, MOST_TARGETS, TARGET_KINDS } from './target.ts'

const tag = 'alerts'

const id = z
  .string()
  .regex(/^[0-9a-f]{16}$/u, schemaPhrase('messages.targetId'))
  .meta({ description: 'The Id of the target', example: '6f1d0c9be4a27358' })

const secret = exactLine(1024)
  .nullish()
  .meta({ description: `Absent or \`${MASK}\`: unchanged; empty: none. It is never shown`, example: 'open-sesame' })

const url = (protocol: string, words: PhraseValue) =>
  z
    .string()
    .max(2048, schemaPhrase('field.tooLong', 2048))
    .regex(new RegExp(`^${protocol}://[!-~]+$`, 'u'), schemaPhrase('messages.urlWithoutSpaces', words))
    .refine(isPlainUrl, schemaPhrase('messages.urlWithoutUser', words))
    .meta({ 'x-rule': 'A valid URL without a user name, a password or a fragment' })
const webUrl = url('[Hh][Tt][Tt][Pp][Ss]?', phrase('field.kindHttpUrl'))

function isPlainUrl(given: string): boolean {
  const parsed = URL.parse(given)
  return parsed !== null && [parsed.username, parsed.password, parsed.hash].every((part) => part === '')
}

const host = z
  .string()
  .max(253, schemaPhrase('field.tooLong', 253))
  .regex(new RegExp(`^${HOST_NAME_SOURCE}$`, 'u'), schemaPhrase('messages.mailHost'))
/** RFC 5321 §4.1.1.1: a fully qualified domain name. Many servers refuse the other form, an address literal. */
const ehlo = z
  .string()
  .max(253, schemaPhrase('field.tooLong', 253))
  .regex(
    new RegExp(`^(?:${HOST_NAME_SOURCE}\\.[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)?$`, 'u'),
    schemaPhrase('messages.fullHostName'),
  )
const EHLO_NAME =
  'The name with which the router introduces itself to the server (EHLO); empty for the domain of `From`'
const mailAddress = z
  .string()
  .max(254, schemaPhrase('field.tooLong', 254))
  .regex(
    new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${HOST_NAME_SOURCE}$`, 'u'),
    schemaPhrase('messages.emailAddress'),
  )
const base64url = (least: number, most: number, words: string) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}={0,2}$`, 'u'), words)

const Push = z
  .strictObject({
    Endpoint: url('https', phrase('field.kindHttpsUrl')).meta({
      description: '`endpoint` of the subscription: the address at the push service of the browser',
      example: 'https://push.example.net/wpush/v2/gAAAAABk',
    }),
    P256dh: base64url(87, 87, schemaPhrase('messages.pushPublicKey')).meta({
      description: '`keys.p256dh` of the subscription',
      example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    }),
    Auth: base64url(22, 22, schemaPhrase('messages.pushSecret'))
      .or(z.literal(MASK))
      .nullish()
      .meta({
        description: `\`keys.auth\` of the subscription. Absent or \`${MASK}\`: unchanged. It is never shown`,
        example: 'BTBZMqHH6r4Tts7J_aSIgg',
      }),
  })
  .meta({ id: 'NotifyPush' })

const Webhook = z
  .strictObject({
    URL: webUrl.meta({ description: 'Receives a POST with JSON', example: 'https://hooks.example.org/alerts' }),
    Secret: secret.meta({
      description: `With one, the header \`X-Sallyport-Signature: sha256=…\` has the HMAC-SHA256 of the body in hexadecimal. Absent or \`${MASK}\`: unchanged; empty: none. It is never shown`,
    }),
    Authority: authority.default(''),
  })
  .meta({ id: 'NotifyWebhook' })

const Ntfy = z
  .strictObject({
    Server: webUrl.meta({ description: 'The ntfy server', example: 'https://ntfy.sh' }),
    Topic: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/u, schemaPhrase('messages.ntfyTopic'))
      .meta({
        description: 'The topic. Without access control at the server, anyone who knows it can read the alerts',
        example: 'home-6f1d0c9be4a2',
      }),
    Token: secret.meta({
      description: `An access token. Absent or \`${MASK}\`: unchanged; empty: none. It is never shown`,
    }),
    Authority: authority.default(''),
  })
  .meta({ id: 'NotifyNtfy' })

const Email = z
  .strictObject({
    Host: host.meta({ description: 'The SMTP server', example: 'mail.example.org' }),
    Port: z.int().min(1).max(65_535).default(587).meta({ description: 'Its TCP port' }),
    EHLO: ehlo.default('').meta({ description: EHLO_NAME, example: 'router.example.org' }),
    Security: z
      .enum(EMAIL_SECURITIES)
      .default('starttls')
      .meta({
        description:
          '`starttls`: the connection must change to TLS before anything else is sent. `tls`: TLS from the start, usually ' +
          'port 465. `none`: unencrypted, only without a user name',
      }),
    User: exactLine(255).default('').meta({ description: 'The user name; empty for none', example: 'ada@example.org' }),
    Password: secret,
    From: mailAddress.meta({ description: 'The sender', example: 'router@example.org' }),
    To: z
      .array(mailAddress)
      .min(1, schemaPhrase('field.addressesAtLeastOne'))
      .max(10, schemaPhrase('field.addressesAtMost', 10))
      .meta({ description: 'The recipients', example: ['ada@example.org'] }),
    Authority: authority.default(''),
  })
  .meta({ id: 'NotifyEmail' })

const Mqtt = z
  .strictObject({
    Topic: z
      .string()
      .max(200, schemaPhrase('field.tooLong', 200))
      .regex(new RegExp(`^[^${CONTROL}#+]+$`, 'u'), schemaPhrase('messages.topicWithoutWildcards'))
      .meta({ description: 'The topic at the broker of the MQTT settings', example: 'sallyport/alerts' }),
  })
  .meta({ id: 'NotifyMQTT' })

const time = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/u, schemaPhrase('messages.timeOfDay'))
const Quiet = z
  .strictObject({
    From: time.meta({ description: 'Their beginning, local time of the router', example: '22:00' }),
    To: time.meta({ description: 'Their end. The same as `From`: the whole day', example: '07:00' }),
    ExceptDanger: z.boolean().default(true).meta({ description: 'Alerts of the type `danger` are sent anyway' }),
  })
  .meta({ id: 'QuietHours' })

const settings = {
  Name: filledLine(64).meta({ description: 'A name of your choice, unique', example: 'Ada’s phone' }),
  Enabled: z.boolean().meta({ description: 'Alerts are sent' }),
  MinimumType: z.enum(ALERT_TYPES).meta({
    description: 'The least serious type that is sent. The order is `info`, `success`, `warning`, `error`, `danger`',
  }),
  Topics: z
    .array(exactLine(128).min(1, schemaPhrase('field.notEmpty')))
    .max(64, schemaPhrase('field.entriesAtMost', 64))
    .meta({
      description: 'Prefixes of event topics whose alerts are sent; empty: all',
      example: ['wifi:auth:', 'wan:'],
    }),
  QuietHours: Quiet.nullable().meta({
    description: 'Alerts wait until the end of these hours, and are then sent as one message. Null: none',
  }),
  PerHour: z
    .int()
    .min(1)
    .max(1000)
    .meta({ description: 'Maximum number of messages in an hour. Further alerts wait and are sent as one message' }),
  Language: z.enum(LANGUAGE_CODES).meta({
    description:
      'The language of its alerts, an ISO 639 code: of the titles and texts that the router itself has, and of its reasons. Texts of other ' +
      'rules stay unchanged',
  }),
}
const ways = {
  Push: Push.nullish().meta({ description: 'With the kind `push`: the subscription of a browser' }),
  Webhook: Webhook.nullish().meta({ description: 'With the kind `webhook`' }),
  Ntfy: Ntfy.nullish().meta({ description: 'With the kind `ntfy`' }),
  Email: Email.nullish().meta({ description: 'With the kind `email`' }),
  MQTT: Mqtt.nullish().meta({ description: 'With the kind `mqtt`' }),
}
const kind = z.enum(TARGET_KINDS).meta({ description: 'How alerts are sent' })

const example = {
  Name: 'My server',
  Kind: 'webhook' as const,
  Webhook: { URL: 'https://hooks.example.org/alerts', Secret: 'open-sesame' },
}

/** A new target. */
export const NewTarget = z
  .strictObject({
    ...settings,
    Enabled: settings.Enabled.default(true),
    MinimumType: settings.MinimumType.default('info'),
    Topics: settings.Topics.default([]),
    QuietHours: settings.QuietHours.default(null),
    PerHour: settings.PerHour.default(20),
    Language: settings.Language.default('en'),
    Kind: kind,
    ...ways,
  })
  .meta({ id: 'NewNotifyTarget', example })
export type NewTarget = z.output<typeof NewTarget>

/** Changes of a target. */
export const TargetUpdate = z
  .strictObject({ ...z.object(settings).partial().shape, Kind: kind.optional(), ...ways })
  .meta({ id: 'NotifyTargetUpdate', example: { PerHour: 10 } })
export type TargetUpdate = z.output<typeof TargetUpdate>

const seconds = (description: string) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `${description}, Unix time; 0: none` })

const Delivery = z
  .object({
    State: z.enum(['never', 'delivered', 'waiting', 'retrying', 'failed']).meta({
      description:
        '`never`: nothing was sent yet. `waiting`: for the end of quiet hours, or because of the limit. `retrying`: the last attempt ' +
        'failed, and another one follows. `failed`: the last attempt failed, and nothing is waiting',
    }),
    At: seconds('The last attempt'),
    Delivered: seconds('The last delivery'),
    Message: z.string().meta({ description: 'Why the last attempt failed; empty if it did not', example: '' }),
    Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values; absent if it did not' }),
    Waiting: z.int().nonnegative().meta({ description: 'Number of alerts that are waiting' }),
    Next: seconds('The next attempt'),
    Dropped: z.int().nonnegative().meta({ description: 'Number of alerts that were given up since the start' }),
  })
  .meta({ id: 'NotifyDelivery' })
export type Delivery = z.output<typeof Delivery>

const shown = (description: string) => z.string().meta({ description })
const masked = z.string().meta({ description: `\`${MASK}\`, or empty for none`, example: MASK })
const ShownWays = {
  Push: z.object({
    Endpoint: shown('The address at the push service'),
    P256dh: shown('The key of the browser'),
    Auth: masked,
  }),
  Webhook: z.object({ URL: shown('The address'), Secret: masked, Authority: authority }),
  Ntfy: z.object({ Server: shown('The server'), Topic: shown('The topic'), Token: masked, Authority: authority }),
  Email: z.object({
    Host: shown('The SMTP server'),
    Port: z.int().meta({ description: 'Its TCP port' }),
    EHLO: shown(EHLO_NAME),
    Security: z.enum(EMAIL_SECURITIES).meta({ description: 'How the connection is encrypted' }),
    User: shown('The user name; empty for none'),
    Password: masked,
    From: shown('The sender'),
    To: z.array(z.string()).meta({ description: 'The recipients' }),
    Authority: authority,
  }),
  MQTT: z.object({ Topic: shown('The topic at the broker') }),
}

export const ShownTarget = z
  .object({
    Id: id,
    ...settings,
    Name: z.string().meta({ description: 'The name' }),
    Kind: kind,
    Push: ShownWays.Push.nullable().meta({ description: 'With the kind `push`' }),
    Webhook: ShownWays.Webhook.nullable().meta({ description: 'With the kind `webhook`' }),
    Ntfy: ShownWays.Ntfy.nullable().meta({ description: 'With the kind `ntfy`' }),
    Email: ShownWays.Email.nullable().meta({ description: 'With the kind `email`' }),
    MQTT: ShownWays.MQTT.nullable().meta({ description: 'With the kind `mqtt`' }),
    Last: Delivery.meta({ description: 'The last result' }),
  })
  .meta({
    id: 'NotifyTarget',
    example: {
      Id: '6f1d0c9be4a27358',
      Name: 'My server',
      Enabled: true,
      MinimumType: 'info',
      Topics: [],
      QuietHours: { From: '22:00', To: '07:00', ExceptDanger: true },
      PerHour: 20,
      Language: 'en',
      Kind: 'webhook',
      Push: null,
      Webhook: { URL: 'https://hooks.example.org/alerts', Secret: MASK, Authority: '' },
      Ntfy: null,
      Email: null,
      MQTT: null,
      Last: {
        ...{ State: 'delivered', At: 1_764_039_600, Delivered: 1_764_039_600, Message: '' },
        ...{ Waiting: 0, Next: 0, Dropped: 0 },
      },
    },
  })
export type ShownTarget = z.input<typeof ShownTarget>

const TestResult = z
  .object({
    Ok: z.boolean().meta({ description: 'The receiver has accepted the message' }),
    Message: z.string().meta({ description: 'What happened, in words' }),
    Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
    Field: z.string().meta({ description: 'The setting that is wrong, such as `Email.Host`; empty if it is none' }),
  })
  .meta({
    id: 'NotifyTestResult',
    example: {
      ...{ Ok: true, Message: 'The test was delivered.', Field: '' },
      Coded: { Code: 'messages.testDelivered', Values: [] },
    },
  })
export type TestResult = z.input<typeof TestResult>

const contact = z
  .string()
  .max(255, schemaPhrase('field.tooLong', 255))
  .regex(
    new RegExp(`^(mailto:[!-?A-~]+@${HOST_NAME_SOURCE}|https://${HOST_NAME_SOURCE}(/[!-~]*)?)$`, 'u'),
    schemaPhrase('messages.vapidSubject'),
  )
  .meta({
    description:
      'The contact for push services about messages of this router: a `mailto:` or `https:` URL. RFC 8292, 2.1',
    example: 'mailto:ada@example.org',
  })

const Settings = z
  .object({
    Contact: contact,
    PublicKey: z.string().meta({
      description: 'The router’s key for Web Push: `applicationServerKey` of a subscription',
      example: 'BA1Hxzyi1RUM1b5w',
    }),
    TimeZone: z.string().meta({ description: 'The time zone of quiet hours', example: 'Europe/Oslo' }),
  })
  .meta({ id: 'NotifySettings' })

const one = { id }
const NO_TARGET = { 404: 'No such target' }

/** Where alerts are sent. */
export const notify = {
  list: get('/notify/targets', { tag, summary: 'Where alerts are sent', reply: z.array(ShownTarget) }),
  add: put('/notify/targets', {
    tag,
    summary: 'Add a target',
    description:
      'Alerts with `SendNotification` are sent to each enabled target that accepts their type and topic. Alerts wait in a queue that ' +
      'survives restarts; failed attempts are repeated for a day, with growing intervals of up to an hour. An alert may be ' +
      'delivered twice if the router is restarted during the delivery. A target of the kind `push` with the endpoint of another one ' +
      `replaces it. At most ${MOST_TARGETS} targets.`,
    body: NewTarget,
    reply: ShownTarget,
    errors: { 400: 'An invalid or missing setting, or a name that exists' },
  }),
  update: put('/notify/targets/{id}', {
    tag,
    summary: 'Change a target',
    description:
      'Absent fields are unchanged. The settings of its kind are replaced together; a secret is kept if it is absent, unless the ' +
      'receiver is another one. What is waiting is tried again immediately.',
    params: one,
    body: TargetUpdate,
    reply: ShownTarget,
    errors: { 400: 'An invalid setting, another kind, or a secret that is needed again', ...NO_TARGET },
  }),
  remove: del('/notify/targets/{id}', {
    tag,
    summary: 'Delete a target',
    description: 'Alerts that are waiting for it are deleted too.',
    params: one,
    errors: NO_TARGET,
  }),
  test: put('/notify/targets/{id}/test', {
    tag,
    summary: 'Send a test to a target',
    description:
      'Sent immediately, also in quiet hours and to a disabled target. Returns when the receiver has answered.',
    params: one,
    reply: TestResult,
    errors: NO_TARGET,
  }),
  trial: put('/notify/test', {
    tag,
    summary: 'Send a test with settings that are not saved',
    body: NewTarget.extend({
      Id: id.optional().meta({ description: 'The target whose stored secrets are used where they are absent' }),
    }).meta({ id: 'NotifyTrial', example }),
    reply: TestResult,
    errors: { 400: 'An invalid or missing setting', ...NO_TARGET },
  }),
  settings: get('/notify/settings', { tag, summary: 'Settings of Web Push', reply: Settings }),
  configure: put('/notify/settings', {
    tag,
    summary: 'Set the contact for push services',
    body: z
      .strictObject({ Contact: contact })
      .meta({ id: 'NotifySettingsUpdate', example: { Contact: 'mailto:ada@example.org' } }),
    reply: Settings,
    errors: { 400: 'An invalid contact' },
  }),
}
