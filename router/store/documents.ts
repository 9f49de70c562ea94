import { z } from 'zod'
import { Confirmation } from '../model/access/confirm/waiting.ts'
import { KeptOtpUser, OtpRow } from '../model/access/credentials/onetime.ts'
import { KeptPasskey, KeptPasskeyUser } from '../model/access/credentials/passkey.ts'
import { KeptRecoveryCodes } from '../model/access/credentials/recoverycode.ts'
import { KeptSession } from '../model/access/credentials/session.ts'
import { KeptToken } from '../model/access/credentials/token.ts'
import { Tries } from '../model/access/credentials/tries.ts'
import { User } from '../model/access/credentials/user.ts'
import { BlockList } from '../model/dns/blocklists/blocklist.ts'
import { keyOfOverride } from '../model/dns/blocklists/key.ts'
import { KeptOverride, OverrideList } from '../model/dns/blocklists/override.ts'
import { Pause } from '../model/dns/blocklists/pause.ts'
import { DnsServices, defaultDnsServices } from '../model/dns/blocklists/services/settings.ts'
import { DnsBlockSettings, defaultDnsBlock } from '../model/dns/blocklists/settings.ts'
import { Host } from '../model/dns/names/host.ts'
import { DnsLogSettings, defaultDnsLog } from '../model/dns/querylog/settings.ts'
import { DnsSettings } from '../model/dns/resolvers/settings.ts'
import { defaultFirewall, FirewallConfig } from '../model/firewall/config/config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  keyOfBlock,
  keyOfCustom,
  keyOfForward,
  keyOfPortBlock,
  OutputBlockRule,
} from '../model/firewall/config/rule.ts'
import { defaultGeoBlock, GeoBlockConfig } from '../model/firewall/geoblock/config.ts'
import { defaultMulticast, MulticastSettings } from '../model/firewall/multicast/settings.ts'
import { defaultPacketLog, PacketLogging } from '../model/firewall/refused/settings.ts'
import { Rule as PfwRule } from '../model/firewall/rules/rule.ts'
import { Device, keyOf } from '../model/home/devices/device.ts'
import { SubnetConfig } from '../model/home/dhcp/subnet.ts'
import { Group } from '../model/home/groups/group.ts'
import { KeptCorrection } from '../model/home/kinds/correction.ts'
import { defaultFingerprints, FingerprintSettings } from '../model/home/kinds/fingerprint.ts'
import { defaultPhoneRelay, Phone, PhoneRelay } from '../model/home/phones/phone.ts'
import { KeptPersona } from '../model/home/schedules/persona.ts'
import { WifiUplink } from '../model/internet/connection/wifi.ts'
import { DynDnsSettings, defaultDynDns, nothingPublished, Published } from '../model/internet/dyndns/settings.ts'
import { RandomMacs } from '../model/internet/links/hardware.ts'
import { InterfaceConfig } from '../model/internet/links/interface.ts'
import { Ppp } from '../model/internet/ppp/ppp.ts'
import { defaultWan, WanConfig } from '../model/internet/uplinks/config.ts'
import { BackupRow } from '../model/machine/backup/recoverykey.ts'
import { defaultRemote, noRemoteState, RemoteSettings, RemoteState } from '../model/machine/backup/remote/settings.ts'
import { defaultMachine, MachineSettings } from '../model/machine/info/settings.ts'
import { defaultZone, ZoneSettings } from '../model/machine/localtime/zonename.ts'
import {
  defaultRelease,
  defaultReleaseSource,
  defaultUpdates,
  ReleaseSettings,
  ReleaseSource,
  UpdateSettings,
} from '../model/machine/releases/release.ts'
import { defaultTime, TimeSettings } from '../model/machine/time/servers.ts'
import { Tls } from '../model/machine/tls/credentials.ts'
import { AlertRule, keyOfRule } from '../model/messages/alerts/alert.ts'
import { AlertSettings, defaultAlerts } from '../model/messages/alerts/settings.ts'
import { Automation } from '../model/messages/automations/automation.ts'
import { defaultEvents, EventSettings } from '../model/messages/events/settings.ts'
import {
  defaultMqtt,
  defaultNats,
  defaultSyslog,
  MqttSettings,
  NatsSettings,
  SyslogSettings,
} from '../model/messages/integrations/settings.ts'
import { defaultNotify, NotifySettings, Target, Vapid } from '../model/messages/notify/target.ts'
import { FeatureFlags, Themes } from '../model/plugins/clients/themes.ts'
import { ComposePaths, KeptPlugin, keyOfPlugin } from '../model/plugins/installed/plugin.ts'
import { defaultPlus, defaultPlusServer, PlusServer, PlusSettings } from '../model/plugins/plus/extensions.ts'
import { defaultInsights, InsightsConfig, TrafficLimit } from '../model/traffic/usage/usage.ts'
import { Site } from '../model/vpn/sites/site.ts'
import { Exit, Tunnel } from '../model/vpn/tunnels/tunnel.ts'
import { defaultVpn, Peer, VpnSettings } from '../model/vpn/wireguard/server.ts'
import { Radio } from '../model/wifi/radios/radio.ts'
import { migrations } from './migrations.ts'
import { Table } from './table.ts'

/** The settings, each a row of the table `settings`. */
export const Settings = z.object({
  subnet: SubnetConfig,
  /** Former networks of the home, the latest first, while devices have addresses in them. */
  formerSubnets: z.array(SubnetConfig),
  dns: DnsSettings,
  dnsBlock: DnsBlockSettings,
  dnsServices: DnsServices,
  dnsLog: DnsLogSettings,
  events: EventSettings,
  firewall: FirewallConfig,
  packetLog: PacketLogging,
  geoBlock: GeoBlockConfig,
  setup: z.object({ done: z.boolean() }),
  otp: OtpRow,
  tls: Tls,
  backup: BackupRow,
  remoteBackup: RemoteSettings,
  /** The results of scheduled backups. */
  remoteBackupState: RemoteState,
  wan: WanConfig,
  /** Variables of conditions of the programmable firewall. */
  pfwVariables: z.record(z.string(), z.string()),
  vpn: VpnSettings,
  dyndns: DynDnsSettings,
  /** The addresses that the provider of dynamic DNS has accepted. */
  dyndnsPublished: Published,
  mqtt: MqttSettings,
  nats: NatsSettings,
  syslog: SyslogSettings,
  randomMacs: RandomMacs,
  multicast: MulticastSettings,
  confirm: Confirmation,
  machine: MachineSettings,
  time: TimeSettings,
  timeZone: ZoneSettings,
  release: ReleaseSettings,
  releaseSource: ReleaseSource,
  updates: UpdateSettings,
  notify: NotifySettings,
  vapid: Vapid,
  phoneRelay: PhoneRelay,
  themes: Themes,
  featureFlags: FeatureFlags,
  alerts: AlertSettings,
  plus: PlusSettings,
  plusServer: PlusServer,
  trafficInsights: InsightsConfig,
  trafficLimits: z.array(TrafficLimit),
  composePaths: ComposePaths,
  fingerprints: FingerprintSettings,
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings = (): Settings => ({
  subnet: { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' },
  formerSubnets: [],
  dns: {
    UpstreamProviders: [{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }],
    FamilyProviders: [{ IPAddress: '1.1.1.3', TLSHost: 'family.cloudflare-dns.com', DisableTls: false }],
  },
  dnsBlock: defaultDnsBlock(),
  dnsServices: defaultDnsServices(),
  dnsLog: defaultDnsLog(),
  events: defaultEvents(),
  firewall: defaultFirewall(),
  packetLog: defaultPacketLog(),
  geoBlock: defaultGeoBlock(),
  setup: { done: false },
  otp: { JWTDurationSeconds: 0, SigningSecret: '' },
  tls: null,
  backup: { RecoveryKey: '' },
  remoteBackup: defaultRemote(),
  remoteBackupState: noRemoteState(),
  wan: defaultWan(),
  pfwVariables: {},
  vpn: defaultVpn(),
  dyndns: defaultDynDns(),
  dyndnsPublished: nothingPublished(),
  mqtt: defaultMqtt(),
  nats: defaultNats(),
  syslog: defaultSyslog(),
  randomMacs: {},
  multicast: defaultMulticast(),
  confirm: { waiting: null },
  machine: defaultMachine(),
  time: defaultTime(),
  timeZone: defaultZone(),
  release: defaultRelease(),
  releaseSource: defaultReleaseSource(),
  updates: defaultUpdates(),
  notify: defaultNotify(),
  vapid: null,
  phoneRelay: defaultPhoneRelay(),
  themes: [],
  featureFlags: [],
  alerts: defaultAlerts(),
  plus: defaultPlus(),
  plusServer: defaultPlusServer(),
  trafficInsights: defaultInsights(),
  trafficLimits: [],
  composePaths: [],
  fingerprints: defaultFingerprints(),
})

/** The schema of the rows of each saved table. Changing one needs a migration, which increases VERSION. */
export const schemas = {
  devices: Device,
  groups: Group,
  interfaces: InterfaceConfig,
  radios: Radio,
  wifiUplinks: WifiUplink,
  ppps: Ppp,
  peers: Peer,
  tunnels: Tunnel,
  exits: Exit,
  sites: Site,
  users: User,
  tokens: KeptToken,
  sessions: KeptSession,
  otpUsers: KeptOtpUser,
  otpTries: Tries,
  recoveryCodes: KeptRecoveryCodes,
  passkeys: KeptPasskey,
  passkeyUsers: KeptPasskeyUser,
  forwards: ForwardingRule,
  blocks: BlockRule,
  outputBlocks: OutputBlockRule,
  forwardBlocks: ForwardingBlockRule,
  endpoints: Endpoint,
  customInterfaces: CustomInterfaceRule,
  hostnames: Host,
  blockLists: BlockList,
  overrideLists: OverrideList,
  overrides: KeptOverride,
  pauses: Pause,
  alerts: AlertRule,
  automations: Automation,
  notifyTargets: Target,
  phones: Phone,
  pfwRules: PfwRule,
  personas: KeptPersona,
  /** Kinds that the owner has set, by MAC address. */
  kinds: KeptCorrection,
  plugins: KeptPlugin,
  settings: Settings,
}

/** The schema of a row of this table with this key; undefined if there is none. */
export function schemaOf(table: string, key: string): z.ZodType | undefined {
  const [shapes, name]: [Readonly<Record<string, z.ZodType>>, string] =
    table === 'settings' ? [Settings.shape, key] : [schemas, table]
  return Object.hasOwn(shapes, name) ? shapes[name] : undefined
}

type Keys = { readonly [K in keyof typeof schemas]: ((row: z.output<(typeof schemas)[K]>) => string) | undefined }

/** How the key of a row follows from its value; undefined where it does not: rows under a digest, an address or a setting's name. */
const keys: Keys = {
  devices: keyOf,
  groups: ({ Name }) => Name,
  interfaces: ({ Name }) => Name,
  radios: ({ Name }) => Name,
  wifiUplinks: ({ Iface }) => Iface,
  ppps: ({ Iface }) => Iface,
  peers: ({ PublicKey }) => PublicKey,
  tunnels: ({ Name }) => Name,
  exits: ({ Name }) => Name,
  sites: ({ Name }) => Name,
  users: ({ Name }) => Name,
  tokens: undefined,
  sessions: undefined,
  otpUsers: ({ Name }) => Name,
  otpTries: undefined,
  recoveryCodes: ({ Name }) => Name,
  passkeys: ({ ID }) => ID,
  passkeyUsers: ({ Name }) => Name,
  forwards: keyOfForward,
  blocks: keyOfBlock,
  outputBlocks: keyOfPortBlock,
  forwardBlocks: keyOfPortBlock,
  endpoints: ({ RuleName }) => RuleName,
  customInterfaces: keyOfCustom,
  hostnames: ({ Hostname }) => Hostname,
  blockLists: ({ URI }) => URI,
  overrideLists: ({ Name }) => Name,
  overrides: keyOfOverride,
  pauses: ({ ClientIP }) => ClientIP,
  alerts: keyOfRule,
  automations: ({ Name }) => Name,
  notifyTargets: ({ Id }) => Id,
  phones: ({ DeviceId }) => DeviceId,
  pfwRules: ({ Id }) => Id,
  personas: ({ Tag }) => Tag,
  kinds: ({ MAC }) => MAC,
  plugins: keyOfPlugin,
  settings: undefined,
}

/** The key of a row of this table that matches its schema; undefined if the value does not determine it. */
export const keyOfRow = (table: string, value: unknown): string | undefined =>
  (keys as Readonly<Record<string, ((row: never) => string) | undefined>>)[table]?.(value as never)

export const VERSION = migrations.length + 1

export const openTables = () => ({
  devices: new Table<Device>('devices', {
    RecentIP: (device) => device.RecentIP,
    WGPubKey: (device) => device.WGPubKey,
  }),
  groups: new Table<Group>('groups'),
  interfaces: new Table<InterfaceConfig>('interfaces'),
  radios: new Table<Radio>('radios'),
  wifiUplinks: new Table<WifiUplink>('wifiUplinks'),
  ppps: new Table<Ppp>('ppps'),
  peers: new Table<Peer>('peers'),
  tunnels: new Table<Tunnel>('tunnels'),
  exits: new Table<Exit>('exits'),
  sites: new Table<Site>('sites'),
  users: new Table<User>('users'),
  tokens: new Table<KeptToken>('tokens'),
  sessions: new Table<KeptSession>('sessions'),
  otpUsers: new Table<KeptOtpUser>('otpUsers'),
  otpTries: new Table<Tries>('otpTries'),
  recoveryCodes: new Table<KeptRecoveryCodes>('recoveryCodes'),
  passkeys: new Table<KeptPasskey>('passkeys'),
  passkeyUsers: new Table<KeptPasskeyUser>('passkeyUsers'),
  forwards: new Table<ForwardingRule>('forwards'),
  blocks: new Table<BlockRule>('blocks'),
  outputBlocks: new Table<OutputBlockRule>('outputBlocks'),
  forwardBlocks: new Table<ForwardingBlockRule>('forwardBlocks'),
  endpoints: new Table<Endpoint>('endpoints'),
  customInterfaces: new Table<CustomInterfaceRule>('customInterfaces'),
  hostnames: new Table<Host>('hostnames'),
  blockLists: new Table<BlockList>('blockLists'),
  overrideLists: new Table<OverrideList>('overrideLists'),
  overrides: new Table<KeptOverride>('overrides'),
  pauses: new Table<Pause>('pauses'),
  alerts: new Table<AlertRule>('alerts'),
  automations: new Table<Automation>('automations'),
  notifyTargets: new Table<Target>('notifyTargets'),
  phones: new Table<Phone>('phones'),
  pfwRules: new Table<PfwRule>('pfwRules'),
  personas: new Table<KeptPersona>('personas'),
  kinds: new Table<KeptCorrection>('kinds'),
  plugins: new Table<KeptPlugin>('plugins'),
  settings: new Table<Settings[keyof Settings]>('settings'),
})
