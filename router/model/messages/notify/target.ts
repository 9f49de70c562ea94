import { z } from 'zod'
import { LANGUAGE_CODES } from '../../../phrases/language.ts'

/** The types of an alert, in rising order. */
export const ALERT_TYPES = ['info', 'success', 'warning', 'error', 'danger'] as const
export type AlertType = (typeof ALERT_TYPES)[number]

/** Ways to send an alert. */
export const TARGET_KINDS = ['push', 'webhook', 'ntfy', 'email', 'mqtt'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export const MOST_TARGETS = 32

export const EMAIL_SECURITIES = ['starttls', 'tls', 'none'] as const

/** PEM text of the only certificate authorities to trust; empty for those that the router trusts. */
const secured = { Authority: z.string() }

/** The settings of each kind. Secrets are sealed by the vault where they are saved, and in clear text for a carrier; empty for none. */
export const PushSettings = z.object({ Endpoint: z.string(), P256dh: z.string(), Auth: z.string() })
export const WebhookSettings = z.object({ URL: z.string(), Secret: z.string(), ...secured })
export const NtfySettings = z.object({ Server: z.string(), Topic: z.string(), Token: z.string(), ...secured })
export const EmailSettings = z.object({
  Host: z.string(),
  Port: z.int(),
  /** The name that the server gets with EHLO; empty for the domain of the sender. */
  EHLO: z.string(),
  Security: z.enum(EMAIL_SECURITIES),
  User: z.string(),
  Password: z.string(),
  From: z.string(),
  To: z.array(z.string()),
  ...secured,
})
export const MqttTargetSettings = z.object({ Topic: z.string() })

export interface SettingsOf {
  readonly push: z.infer<typeof PushSettings>
  readonly webhook: z.infer<typeof WebhookSettings>
  readonly ntfy: z.infer<typeof NtfySettings>
  readonly email: z.infer<typeof EmailSettings>
  readonly mqtt: z.infer<typeof MqttTargetSettings>
}

/** Minutes since midnight, local time. From the same to the same: the whole day. */
export const QuietHours = z.object({ From: z.int(), To: z.int(), ExceptDanger: z.boolean() })
export type QuietHours = z.infer<typeof QuietHours>

/** A receiver of alerts, as stored. */
export const Target = z.object({
  Id: z.string(),
  Name: z.string(),
  Enabled: z.boolean(),
  MinimumType: z.enum(ALERT_TYPES),
  /** Prefixes of event topics; empty for all. */
  Topics: z.array(z.string()),
  QuietHours: QuietHours.nullable(),
  PerHour: z.int(),
  /** Of its alerts. */
  Language: z.enum(LANGUAGE_CODES),
  Way: z.discriminatedUnion('Kind', [
    z.object({ Kind: z.literal('push'), Settings: PushSettings }),
    z.object({ Kind: z.literal('webhook'), Settings: WebhookSettings }),
    z.object({ Kind: z.literal('ntfy'), Settings: NtfySettings }),
    z.object({ Kind: z.literal('email'), Settings: EmailSettings }),
    z.object({ Kind: z.literal('mqtt'), Settings: MqttTargetSettings }),
  ]),
})
export type Target = z.infer<typeof Target>
export type DeliveryMethod = Target['Way']

/** The secret among the settings of each kind. */
export const SECRETS = {
  push: { field: 'Auth' },
  webhook: { field: 'Secret' },
  ntfy: { field: 'Token' },
  email: { field: 'Password' },
  mqtt: undefined,
} as const satisfies Record<TargetKind, { field: string } | undefined>

/** Settings of the whole feature. */
export const NotifySettings = z.object({
  /** The contact for push services: a `mailto:` or `https:` URL (RFC 8292 §2.1). */
  Contact: z.string(),
})
export type NotifySettings = z.infer<typeof NotifySettings>
export const defaultNotify = (): NotifySettings => ({ Contact: 'mailto:owner@sallyport.example' })

/** The key pair that identifies this router to push services (RFC 8292), base64url; the private key is sealed. Null until it is needed. */
export const Vapid = z.object({ PublicKey: z.string(), PrivateKey: z.string() }).nullable()
export type Vapid = z.infer<typeof Vapid>

/** Whether the target receives alerts of this type about this event. */
export const wants = (
  { Enabled, MinimumType, Topics }: Pick<Target, 'Enabled' | 'MinimumType' | 'Topics'>,
  { type, topic }: { readonly type: AlertType; readonly topic: string },
): boolean =>
  Enabled &&
  ALERT_TYPES.indexOf(type) >= ALERT_TYPES.indexOf(MinimumType) &&
  (Topics.length === 0 || Topics.some((prefix) => topic.startsWith(prefix)))
