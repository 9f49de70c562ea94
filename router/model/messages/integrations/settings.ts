import { z } from 'zod'

/** The server of an integration. */
const server = {
  Enabled: z.boolean(),
  /** An IPv4 address or a name; empty for none. */
  Host: z.string(),
  Port: z.int(),
  TLS: z.boolean(),
  /** PEM text of the only authorities to trust; empty for the built-in ones. */
  Authority: z.string(),
}

/** Saved settings of the connection to an MQTT broker. Secrets are sealed by the vault; empty for none. */
export const MqttSettings = z.object({
  ...server,
  Username: z.string(),
  SealedPassword: z.string(),
  /** Stable, so that a broker ends the connection of a router that has crashed. Empty before the first change. */
  ClientId: z.string(),
  BaseTopic: z.string(),
  Discovery: z.boolean(),
  DiscoveryPrefix: z.string(),
  Control: z.boolean(),
})
export type MqttSettings = z.infer<typeof MqttSettings>

/** Saved settings of the connection to a NATS server. */
export const NatsSettings = z.object({
  ...server,
  Username: z.string(),
  SealedPassword: z.string(),
  SealedToken: z.string(),
  SubjectPrefix: z.string(),
  Topics: z.array(z.string()),
})
export type NatsSettings = z.infer<typeof NatsSettings>

/** Saved settings of the connection to a syslog server. */
export const SyslogSettings = z.object({ ...server, Topics: z.array(z.string()) })
export type SyslogSettings = z.infer<typeof SyslogSettings>

/** The integrations that have settings. */
export const INTEGRATION_NAMES = ['mqtt', 'nats', 'syslog'] as const
export type IntegrationName = (typeof INTEGRATION_NAMES)[number]

/** Events that are sent unless others are chosen: none for each call of the API, and none with the names that devices look up. */
const TOPICS = [
  'alert:',
  'auth:failure',
  'auth:login',
  'auth:repeated',
  'config:',
  'device:',
  'dhcp:',
  'firewall:',
  'system:',
  'vpn:',
  'wan:',
  'wifi:',
]

const noServer = { Enabled: false, Host: '', Authority: '' }

export const defaultMqtt = (): MqttSettings => ({
  ...noServer,
  Port: 1883,
  TLS: false,
  Username: '',
  SealedPassword: '',
  ClientId: '',
  BaseTopic: 'sallyport',
  Discovery: true,
  DiscoveryPrefix: 'homeassistant',
  Control: false,
})

export const defaultNats = (): NatsSettings => ({
  ...noServer,
  Port: 4222,
  TLS: false,
  Username: '',
  SealedPassword: '',
  SealedToken: '',
  SubjectPrefix: 'sallyport',
  Topics: TOPICS,
})

export const defaultSyslog = (): SyslogSettings => ({ ...noServer, Port: 6514, TLS: true, Topics: TOPICS })
