import type { z } from 'zod'
import { MASK } from '../../../../router/model/home/devices/device.ts'
import type { notify } from '../../../../router/model/messages/notify/contract.ts'
import type { TargetKind } from '../../../../router/model/messages/notify/target.ts'
import { languageTexts } from '../../../texts/language.ts'
import { areasIn, type TopicArea, topicsOfAreas } from './topics.ts'

export type ListedTarget = z.output<typeof notify.list.details.reply>[number]
export type TargetRequest = z.input<typeof notify.add.details.body>
type Minimum = ListedTarget['MinimumType']
type Security = NonNullable<ListedTarget['Email']>['Security']

/** Kinds that are added in a form. A browser subscribes itself. */
export const FORM_KINDS = ['email', 'ntfy', 'webhook', 'mqtt'] as const satisfies readonly TargetKind[]

/** The fields of the form of a destination. Secrets are `**` while the saved one is kept. */
export interface TargetFields {
  readonly kind: TargetKind
  readonly name: string
  readonly language: ListedTarget['Language']
  readonly minimum: Minimum
  readonly isSome: boolean
  readonly areas: readonly TopicArea[]
  readonly others: string
  readonly isQuiet: boolean
  readonly from: string
  readonly to: string
  readonly isUrgentSent: boolean
  readonly perHour: number
  readonly host: string
  readonly port: number
  /** Empty for the domain of the sender. */
  readonly ehlo: string
  readonly security: Security
  readonly user: string
  readonly password: string
  readonly sender: string
  /** Separated by commas. */
  readonly recipients: string
  readonly server: string
  readonly ntfyTopic: string
  readonly token: string
  readonly url: string
  readonly secret: string
  readonly mqttTopic: string
  /** PEM text of the certificate authorities of an email, ntfy or webhook server; empty for those that the router trusts. */
  readonly authority: string
}

/** Which of the secrets the router has. */
export const savedSecrets = (saved: ListedTarget | undefined) => ({
  password: saved?.Email?.Password === MASK,
  token: saved?.Ntfy?.Token === MASK,
  secret: saved?.Webhook?.Secret === MASK,
})

/** The usual port of an encryption. */
export const PORTS: Readonly<Record<Security, number>> = { starttls: 587, tls: 465, none: 25 }

/** The fields of a saved destination. */
export function fieldsOfTarget(saved: ListedTarget): TargetFields {
  const { Kind, Name, MinimumType, Topics, QuietHours, PerHour, Language, Email, Ntfy, Webhook, MQTT } = saved
  return {
    ...newFields(Kind, Name),
    language: Language,
    minimum: MinimumType,
    isSome: Topics.length > 0,
    ...areasIn(Topics),
    ...(QuietHours && {
      isQuiet: true,
      from: QuietHours.From,
      to: QuietHours.To,
      isUrgentSent: QuietHours.ExceptDanger,
    }),
    perHour: PerHour,
    ...(Email && {
      host: Email.Host,
      port: Email.Port,
      ehlo: Email.EHLO,
      security: Email.Security,
      user: Email.User,
      password: Email.Password,
      sender: Email.From,
      recipients: Email.To.join(', '),
      authority: Email.Authority,
    }),
    ...(Ntfy && { server: Ntfy.Server, ntfyTopic: Ntfy.Topic, token: Ntfy.Token, authority: Ntfy.Authority }),
    ...(Webhook && { url: Webhook.URL, secret: Webhook.Secret, authority: Webhook.Authority }),
    ...(MQTT && { mqttTopic: MQTT.Topic }),
  }
}

/** The fields of a destination that is not saved yet. */
export const newFields = (kind: TargetKind, name: string): TargetFields => ({
  kind,
  name,
  language: languageTexts.code,
  minimum: 'info',
  isSome: false,
  areas: [],
  others: '',
  isQuiet: false,
  from: '22:00',
  to: '07:00',
  isUrgentSent: true,
  perHour: 20,
  host: '',
  port: PORTS.starttls,
  ehlo: '',
  security: 'starttls',
  user: '',
  password: '',
  sender: '',
  recipients: '',
  server: 'https://ntfy.sh',
  ntfyTopic: '',
  token: '',
  url: '',
  secret: '',
  mqttTopic: 'sallyport/alerts',
  authority: '',
})

/** Whether areas were to be selected and none is. */
export const isNothingSelected = ({ isSome, areas, others }: TargetFields): boolean =>
  isSome && topicsOfAreas(areas, others).length === 0

/** The request for the fields of its kind. A browser's subscription is not part of the form. */
export function requestOfTarget(fields: TargetFields): TargetRequest {
  const { kind, name, language, minimum, isSome, areas, others, isQuiet, from, to, isUrgentSent, perHour } = fields
  return {
    Kind: kind,
    Name: name.trim(),
    Language: language,
    MinimumType: minimum,
    Topics: isSome ? topicsOfAreas(areas, others) : [],
    QuietHours: isQuiet ? { From: from, To: to, ExceptDanger: isUrgentSent } : null,
    PerHour: perHour,
    ...settingsOf(fields),
  }
}

function settingsOf(fields: TargetFields): Partial<TargetRequest> {
  const Authority = fields.authority.trim()
  switch (fields.kind) {
    case 'email':
      return {
        Email: {
          Host: fields.host.trim(),
          Port: fields.port,
          EHLO: fields.ehlo.trim(),
          Security: fields.security,
          // The router refuses a sign-in over an unencrypted connection.
          User: fields.security === 'none' ? '' : fields.user.trim(),
          Password: fields.security === 'none' ? '' : fields.password,
          From: fields.sender.trim(),
          To: fields.recipients.split(/[\s,;]+/).filter((address) => address !== ''),
          Authority,
        },
      }
    case 'ntfy':
      return { Ntfy: { Server: fields.server.trim(), Topic: fields.ntfyTopic.trim(), Token: fields.token, Authority } }
    case 'webhook':
      return { Webhook: { URL: fields.url.trim(), Secret: fields.secret, Authority } }
    case 'mqtt':
      return { MQTT: { Topic: fields.mqttTopic.trim() } }
    case 'push':
      return {}
  }
}

/** Where a destination sends, in a few words. */
export function addressOfTarget({ Kind, Email, Ntfy, Webhook, MQTT }: ListedTarget): string {
  if (Kind === 'email') return Email?.To.join(', ') ?? ''
  if (Kind === 'ntfy') return `${URL.parse(Ntfy?.Server ?? '')?.host ?? ''}/${Ntfy?.Topic ?? ''}`
  if (Kind === 'webhook') return URL.parse(Webhook?.URL ?? '')?.host ?? ''
  return MQTT?.Topic ?? ''
}

/** A topic of ntfy that cannot be guessed. */
export const newTopic = (): string => `home-${Array.from(crypto.getRandomValues(new Uint8Array(8)), byteText).join('')}`
const byteText = (byte: number): string => byte.toString(16).padStart(2, '0')
