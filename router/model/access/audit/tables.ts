/** How changed rows of a table are described. */
export interface Format {
  /** The noun for one row. */
  readonly noun: string
  /**
   * The fields whose texts are shown, as paths that include all fields below them; any other text is treated as a secret. Lists
   * are not part of a path.
   */
  readonly shows: readonly string[]
  /** Whether keys are shown: they are neither secret nor the digest of a secret. */
  readonly hasPlainKey?: true
  /** Fields that change by themselves: a change of these alone is not logged. */
  readonly passesOver?: readonly string[]
}

const RULE = ['RuleName', 'Description', 'Protocol', 'SrcIP', 'SrcPort', 'DstIP', 'DstPort']

/** Every table whose changes are logged. */
export const TABLES: Readonly<Record<string, Format>> = {
  devices: {
    noun: 'device',
    shows: [
      'Name',
      'MAC',
      'WGPubKey',
      'VLANTag',
      'RecentIP',
      'DNSCustom',
      'PSKEntry.Type',
      'Policies',
      'Groups',
      'DeviceTags',
      'DHCPFirstTime',
      'DHCPFirstInterface',
      'DHCPLastTime',
      'DHCPLastInterface',
      'Style',
    ],
    hasPlainKey: true,
    passesOver: ['DHCPFirstTime', 'DHCPFirstInterface', 'DHCPLastTime', 'DHCPLastInterface'],
  },
  groups: { noun: 'group', shows: ['Name', 'GroupTags', 'ServiceDestinations'], hasPlainKey: true },
  interfaces: {
    noun: 'port',
    shows: ['Name', 'Type', 'Subtype', 'IP', 'Router', 'VLAN', 'AdditionalIPs', 'MACOverride'],
    hasPlainKey: true,
  },
  radios: {
    noun: 'radio',
    shows: ['Name', 'MAC', 'Slot', 'Settings', 'Guest.Ssid'],
    hasPlainKey: true,
    passesOver: ['MAC', 'Slot'],
  },
  wifiUplinks: {
    noun: 'wifi uplink',
    shows: ['Iface', 'Networks.SSID', 'Networks.Priority', 'Networks.BSSID'],
    hasPlainKey: true,
  },
  ppps: { noun: 'PPPoE session', shows: ['Iface', 'PPPIface', 'Username', 'VLAN', 'MTU'], hasPlainKey: true },
  peers: { noun: 'VPN peer', shows: ['PublicKey'], hasPlainKey: true },
  tunnels: {
    noun: 'VPN tunnel',
    shows: ['Name', 'Link', 'PublicKey', 'Addresses', 'DNS', 'Peer.PublicKey', 'Peer.Endpoint', 'Peer.AllowedIPs'],
    hasPlainKey: true,
  },
  exits: {
    noun: 'VPN exit',
    shows: ['Name', 'Devices', 'Groups', 'Tags', 'Tunnels', 'Traffic', 'Networks', 'Domains'],
    hasPlainKey: true,
  },
  sites: {
    noun: 'VPN site',
    shows: ['Name', 'PublicKey', 'Endpoint', 'Devices', 'Groups', 'Tags', 'Networks'],
    hasPlainKey: true,
  },
  users: { noun: 'user', shows: ['Name', 'Role', 'Groups'], hasPlainKey: true },
  tokens: { noun: 'token', shows: ['Name', 'ScopedPaths'] },
  sessions: { noun: 'session of', shows: ['Name', 'Address'], passesOver: ['LastUsed', 'Address'] },
  otpUsers: { noun: 'one-time codes of', shows: ['Name'], passesOver: ['LastStep'] },
  recoveryCodes: { noun: 'recovery codes of', shows: ['Name'] },
  passkeys: { noun: 'passkey', shows: ['Name', 'User', 'RpId'], passesOver: ['Counter', 'LastUsed'] },
  passkeyUsers: { noun: 'passkeys at every sign-in of', shows: ['Name'] },
  forwards: { noun: 'port forward', shows: RULE, hasPlainKey: true },
  blocks: { noun: 'block', shows: RULE, hasPlainKey: true },
  outputBlocks: { noun: 'block of the router itself', shows: RULE, hasPlainKey: true },
  forwardBlocks: { noun: 'forwarding block', shows: RULE, hasPlainKey: true },
  endpoints: { noun: 'endpoint', shows: [...RULE, 'IP', 'Domain', 'Port', 'Tags'], hasPlainKey: true },
  customInterfaces: {
    noun: 'custom interface',
    shows: [...RULE, 'Interface', 'RouteDst', 'Policies', 'Groups', 'Tags'],
    hasPlainKey: true,
  },
  hostnames: { noun: 'name', shows: ['Hostname', 'IPAddress'], hasPlainKey: true },
  blockLists: { noun: 'block list', shows: ['URI', 'Tags', 'Category'], hasPlainKey: true },
  overrideLists: { noun: 'rule set', shows: ['Name', 'Tags'], hasPlainKey: true },
  overrides: {
    noun: 'own rule for',
    shows: ['List', 'Type', 'Domain', 'ResultIP', 'ResultCNAME', 'ClientIP', 'Tags', 'Suspended'],
    hasPlainKey: true,
  },
  pauses: { noun: 'pause of the DNS filter', shows: ['ClientIP'], hasPlainKey: true },
  alerts: {
    noun: 'alert rule',
    shows: ['Name', 'TopicPrefix', 'Conditions', 'Actions'],
    passesOver: ['Order', 'Ready'],
  },
  pfwRules: {
    noun: 'firewall rule',
    shows: ['Name', 'When', 'To', 'Do', 'Skips'],
    passesOver: ['Order', 'Number'],
  },
  kinds: {
    noun: 'kind of device',
    shows: ['MAC', 'Vendor', 'Category', 'Model'],
    hasPlainKey: true,
    passesOver: ['At'],
  },
  personas: { noun: 'persona', shows: ['Name', 'Tag', 'Description', 'Schedules'], hasPlainKey: true },
  plugins: {
    noun: 'plugin',
    shows: [
      'Name',
      'URI',
      'UnixPath',
      'GitURL',
      'ComposeFilePath',
      'ScopedPaths',
      'NetworkCapabilities',
      'Rights',
      'Revision',
    ],
    hasPlainKey: true,
    passesOver: ['TokenKey'],
  },
  automations: {
    noun: 'automation',
    // Not the script: viewers read this log, and a script may contain anything.
    shows: ['Name', 'Scopes', 'Wants', 'OffReason'],
    hasPlainKey: true,
    passesOver: ['Script'],
  },
  phones: { noun: 'phone', shows: ['DeviceId'], hasPlainKey: true },
  notifyTargets: {
    noun: 'alert target',
    shows: ['Name', 'MinimumType', 'Topics', 'Way.Kind', 'Way.Settings.Host', 'Way.Settings.Server', 'Way.Settings.To'],
  },
}

const setting = (noun: string, ...shows: string[]): Format => ({ noun, shows })

/** Every setting whose changes are logged. */
export const SETTINGS: Readonly<Record<string, Format>> = {
  subnet: setting('home networks', 'TinyNets', 'LeaseTime'),
  dns: setting('DNS providers', 'UpstreamProviders', 'FamilyProviders'),
  dnsServices: setting('list of apps'),
  dnsLog: setting('DNS log', 'HostPrivacyIPList', 'DomainIgnoreList'),
  events: setting('event store', 'SaveEvents', 'TopicLimits'),
  dnsBlock: setting('DNS filter', 'QuarantineHostIP', 'ClientIPExclusions'),
  firewall: setting('ports of the router', 'ServicePorts', 'MulticastPorts', 'SystemDNSOverride'),
  packetLog: setting('packet log'),
  geoBlock: setting('geo block', 'DenyCountries', 'DenyASNs', 'Lists'),
  setup: setting('setup'),
  otp: { noun: 'one-time codes', shows: [] },
  tls: setting('HTTPS', 'authority.certificate', 'server.certificate'),
  backup: setting('recovery key'),
  remoteBackup: setting(
    'backups on another machine',
    'Kind',
    'Host',
    'HostKey',
    'URL',
    'Bucket',
    'Region',
    'Folder',
    'User',
    'Authority',
    'Every',
    'Time',
    'PublicKey',
  ),
  pfwVariables: setting('variables of firewall rules'),
  wan: setting('internet monitoring', 'ProbeTargets', 'SpeedTestURL'),
  vpn: setting('VPN server', 'PublicKey', 'Endpoints'),
  dyndns: setting('dynamic DNS', 'Provider', 'Server', 'Email', 'Domains', 'IpUrl', 'IpUrls', 'Ipv6Url', 'Resolver'),
  mqtt: setting('MQTT', 'Host', 'Authority', 'Username', 'BaseTopic', 'DiscoveryPrefix'),
  nats: setting('NATS', 'Host', 'Authority', 'Username', 'SubjectPrefix', 'Topics'),
  syslog: setting('syslog', 'Host', 'Authority', 'Topics'),
  multicast: setting('device discovery', 'Addresses', 'MDNSName'),
  machine: setting('machine', 'HostName'),
  time: setting('time servers', 'Servers'),
  timeZone: setting('time zone', 'TimeZone'),
  release: setting('version', 'CustomChannel', 'CustomVersion'),
  releaseSource: setting('source of releases', 'URL'),
  updates: setting('update notifications'),
  notify: setting('contact for push services', 'Contact'),
  phoneRelay: setting('relay for phones', 'APNSDomain'),
  themes: setting('themes'),
  featureFlags: setting('feature flags'),
  alerts: setting('muted alerts', 'Mutes'),
  plus: setting('PLUS'),
  plusServer: setting('licence server', 'URL'),
  composePaths: setting('compose files'),
  trafficInsights: setting('destination networks'),
  trafficLimits: setting('traffic limits', 'Device', 'Group'),
  fingerprints: setting('rules for kinds of devices'),
}

/** Internal state: its changes are not logged. */
export const EXCLUDED: Readonly<Record<'tables' | 'settings', readonly string[]>> = {
  tables: ['settings', 'otpTries'],
  // A pending change contains whole rows, whose own changes are logged. The others are derived.
  settings: ['confirm', 'dyndnsPublished', 'formerSubnets', 'randomMacs', 'remoteBackupState', 'vapid'],
}

/** All texts of an unknown table are treated as secrets. */
export function formatOf(table: string, key: string): Format | undefined {
  const isSetting = table === 'settings'
  const [recorded, excluded] = isSetting ? [SETTINGS, EXCLUDED.settings] : [TABLES, EXCLUDED.tables]
  const name = isSetting ? key : table
  if (excluded.includes(name)) return undefined
  return Object.hasOwn(recorded, name) ? recorded[name] : { noun: name, shows: [] }
}
