import { list } from '../list.ts'

type Protocol = 'tcp' | 'udp'

/** Names as a list; of more than five only the first few. */
function people(names: readonly string[]): string {
  if (names.length <= 5) return list(names)
  return list([...names.slice(0, 4), `${names.length - 4} others`])
}

/** In the middle of a sentence. */
const within = (end: string): string => end.replace(/^The /, 'the ')

/** What a block prevents for each protocol. */
const talk = { tcp: 'open TCP connections', udp: 'send UDP packets' } as const
const upper = (protocol: Protocol): string => protocol.toUpperCase()

interface FieldWords {
  readonly label: string
  readonly hint: string
}

const place = 'A device, an address, or a network such as 192.168.2.0/24.'
const port = 'One port such as 80, a range such as 8000-8100, or any.'

const fields = {
  all: {
    RuleName: { label: 'Name', hint: 'Optional.' },
    Description: { label: 'Description', hint: 'Optional.' },
    Protocol: { label: 'Protocol', hint: '' },
    SrcIP: { label: 'From', hint: place },
    DstIP: { label: 'To', hint: place },
    Port: { label: 'Port', hint: port },
  },
  byKind: {
    forward: {
      SrcPort: { label: 'External port', hint: port },
      DstIP: { label: 'Device', hint: 'The name or the address of a device.' },
      DstPort: { label: 'Port on the device', hint: 'Leave empty to use the external port.' },
      SrcIP: { label: 'Allowed sources', hint: 'Anyone, or an address or network on the internet.' },
    },
    endpoint: {
      RuleName: { label: 'Name', hint: 'Replaces a rule with the same name.' },
      Tags: { label: 'Tags', hint: 'Applies to devices with one of these tags.' },
      IP: { label: 'Address', hint: `${place} Or leave empty and enter a domain.` },
      Domain: { label: 'Domain', hint: 'Instead of an address. Its addresses are updated automatically.' },
    },
    block: {},
    block_forward: {
      DstPort: { label: 'Port', hint: 'One port such as 443, or a range. Leave empty for all ports.' },
    },
    block_output: {
      DstPort: { label: 'Port', hint: 'One port such as 443, or a range. Leave empty for all ports.' },
      SrcIP: { label: 'Source address', hint: 'Only if the router has several addresses.' },
    },
    service_port: {
      Port: { label: 'Port', hint: 'A number from 1 to 65535.' },
      UpstreamEnabled: { label: 'Open to the internet', hint: 'Anyone on the internet can connect.' },
    },
    multicast: {
      Port: { label: 'Port', hint: 'A number from 1 to 65535.' },
      Upstream: { label: 'Accept from internet ports', hint: 'Rarely needed.' },
    },
    custom_interface: {
      Interface: { label: 'Interface', hint: 'The system name, such as docker0.' },
      SrcIP: { label: 'Network', hint: 'Such as 172.18.0.0/16.' },
      RouteDst: { label: 'Gateway', hint: 'Leave empty if the network is directly connected.' },
      Policies: { label: 'Access', hint: '' },
      Groups: { label: 'Groups', hint: 'It can reach the devices in these groups, and they can reach it.' },
      Tags: { label: 'Tags', hint: 'Rules for these tags apply. Only for a single address.' },
    },
  },
}

/** Texts of the firewall screens. */
export const firewallTexts = {
  title: 'Firewall',
  pages: 'Firewall sections',
  rules: 'Rules',
  hint: 'Rules in addition to policies and groups. Connections from the internet are blocked by default.',
  failed: 'Rules could not be loaded',
  back: 'All rules',
  add: 'Add',
  off: 'Off',
  idleNow: 'Matches nothing:',
  isOn: (name: string) => `Enable ${name}`,
  missing: 'Rule not found',
  missingHint: 'It may have been changed or deleted.',
  unknownKind: 'Unknown rule type',
  unknownKindHint: 'Check the address.',

  /** Well-known services, by protocol and port. */
  known: {
    'tcp 22': 'Remote login',
    'tcp 80': 'This app',
    'tcp 443': 'This app, encrypted',
    'udp 5353': 'Printers, speakers and screens',
    'udp 1900': 'Media players and game consoles',
  } as Readonly<Record<string, string>>,

  chapters: {
    open: 'Allow',
    blocked: 'Block',
    router: 'Router',
    other: 'Other networks',
  },
  kinds: {
    forward: {
      title: 'Port forwarding',
      hint: 'Forwards ports of your internet address to a device.',
      none: 'No ports are forwarded.',
      one: 'Add port forward',
      edit: 'Port forward',
      about: 'Connections to this port of your internet address are forwarded to the device.',
    },
    endpoint: {
      title: 'Access by tag',
      hint: 'Devices with a tag can reach a destination, without any other policy.',
      none: 'No rules yet.',
      one: 'Add access by tag',
      edit: 'Access by tag',
      about: 'The destination can be a device, a server on the internet or one beyond the uplink. One way only.',
    },
    block: {
      title: 'Block traffic',
      hint: 'Drops all traffic between a source and a destination, on every port.',
      none: 'No rules yet.',
      one: 'Add block rule',
      edit: 'Blocked traffic',
      about: 'Includes traffic to the router. Open connections are closed.',
    },
    block_forward: {
      title: 'Block forwarded traffic',
      hint: 'Has priority over all other rules. Can be limited to one port.',
      none: 'No rules yet.',
      one: 'Add rule for forwarded traffic',
      edit: 'Blocked forwarded traffic',
      about: 'Between devices, and between devices and the internet. The router stays reachable.',
    },
    block_output: {
      title: 'Block router traffic',
      hint: 'Connections that the router opens, not those of your devices.',
      none: 'No rules yet.',
      one: 'Add rule for router traffic',
      edit: 'Blocked router traffic',
      about: 'For connections that the router opens.',
    },
    service_port: {
      title: 'Open ports',
      hint: 'Ports of the router that devices can reach, such as this app.',
      none: 'No ports are open.',
      one: 'Add open port',
      edit: 'Open port',
      about: 'The firewall accepts connections to this port. A service has to listen there.',
    },
    multicast: {
      title: 'Multicast ports',
      hint: 'UDP ports on which devices announce their services, such as printers and speakers.',
      none: 'No multicast ports are open.',
      one: 'Add multicast port',
      edit: 'Multicast port',
      about: 'A UDP port on which the router receives multicast packets.',
    },
    custom_interface: {
      title: 'Other interfaces',
      hint: 'Container bridges and other networks, and their access.',
      none: 'No other interfaces.',
      one: 'Add interface',
      edit: 'Interface',
      about: 'The network behind this interface has only the access that you select here.',
    },
  },

  says: {
    noDevice: 'No device',
    anywhere: 'anywhere',
    port: (ports: string, protocol: Protocol) => `${upper(protocol)} port${ports.includes('-') ? 's' : ''} ${ports}`,
    everyPort: (protocol: Protocol) => `every ${upper(protocol)} port`,
    forward: ({ who, port, to, at }: { who: string | undefined; port: string; to: string; at: string | undefined }) => {
      const leads = port.includes(' ports ') ? 'are forwarded' : 'is forwarded'
      const end = at === undefined ? to : `${to}, port${at.includes('-') ? 's' : ''} ${at}`
      return `From ${who === undefined ? 'the internet' : `${who} only`}, ${port} ${leads} to ${end}.`
    },
    /** Without tags: rules for single devices. */
    endpoint: (tags: readonly string[], who: readonly string[], place: string, port: string) => {
      if (tags.length === 0) return `${who.length === 0 ? 'No device' : people(who)} may reach ${place} at ${port}.`
      const quoted = tags.map((tag) => `“${tag}”`)
      const names = who.length === 0 ? '' : ` (${people(who)})`
      return `Devices with the tag ${list(quoted, 'disjunction')}${names} may reach ${place} at ${port}.`
    },
    block: (from: string, to: string, protocol: Protocol) =>
      `${from} can${from === 'No device' ? '' : 'not'} ${talk[protocol]} to ${to}.`,
    blockForward: (from: string, to: string, ports: string | undefined, protocol: Protocol) =>
      `${from} can${from === 'No device' ? '' : 'not'} ${talk[protocol]} through the router to ${to}${ports === undefined ? '' : ` at port${ports.includes('-') ? 's' : ''} ${ports}`}.`,
    blockOutput: (to: string, port: string | undefined, from: string | undefined, protocol: Protocol) =>
      [
        `The router itself cannot ${talk[protocol]} to ${to}`,
        port === undefined ? '' : ` at port ${port}`,
        from === undefined ? '' : ` from its address ${from}`,
        '.',
      ].join(''),
    servicePort: (port: string, upstream: boolean) =>
      `Devices at home${upstream ? ' and anyone on the internet' : ''} may reach the router at ${port}.`,
    multicast: (port: string, upstream: boolean) =>
      `The router accepts multicast at ${port} from devices at home${upstream ? ' and from internet ports' : ''}.`,
    customInterface: (link: string, net: string, may: readonly string[], groups: readonly string[]) => {
      const does = may.length === 0 ? 'has no access' : `may ${list(may)}`
      const belongs = groups.length === 0 ? '' : `, and is in the group${groups.length > 1 ? 's' : ''} ${list(groups)}`
      return `${net} on ${link} ${does}${belongs}.`
    },
  },
  ends: { internet: 'The internet', router: 'the router', multicast: 'the router’s multicast ports' },
  /** The protocol and the port of a connection, and the external port where that differs. */
  at: (protocol: 'tcp' | 'udp' | 'icmp', port: number | null, asked: number | null) => {
    if (protocol === 'icmp') return ' by ping'
    if (port === null) return ` over ${protocol.toUpperCase()}`
    return ` at ${protocol.toUpperCase()} port ${port}${asked === null ? '' : `, external port ${asked}`}`
  },
  preview: {
    title: 'Preview',
    hint: 'Simulated with the devices that are connected now.',
    waiting: 'Complete the form to see what the rule changes.',
    unchanged: 'No changes yet.',
    looking: 'Checking…',
    opens: 'Allows',
    closes: 'Blocks',
    nothing: 'No effect on the devices that are connected now.',
    more: 'And more.',
    kept: (ports: readonly string[]) =>
      `${list(ports)} ${ports.length === 1 ? 'is a port' : 'are ports'} of the router and will not be forwarded.`,
    failed: 'This rule is not possible:',
    opened: (from: readonly string[], to: string, at: string) => `${people(from)} can reach ${within(to)}${at}.`,
    closed: (from: readonly string[], to: string, at: string) =>
      `${people(from)} can no longer reach ${within(to)}${at}.`,
  },
  router: {
    ping: 'Ping',
    pingHint: 'Where the router responds to pings from.',
    pingLan: 'Devices at home',
    pingWan: 'Internet',
    dns: 'DNS server of the router',
    dnsHint: 'For the router’s own queries, such as for updates. Leave empty to use the DNS server of your home.',
    dnsEmpty: 'DNS server of your home',
  },
  outside: {
    title: 'External address:',
    behind: 'This is a private address: another router is in front of this one, and has to forward the port to it.',
  },
  form: {
    title: 'Rule',
    everybody: 'Everyone',
    unnamed: 'Unnamed device',
    on: 'Enabled',
    more: 'Name and description',
    onHint: 'A disabled rule is kept and has no effect.',
    save: 'Save',
    add: 'Add rule',
    saved: 'Rule saved.',
    savedOff: 'Rule saved. It is disabled.',
    removed: 'Rule deleted.',
    remove: 'Delete rule',
    removeTitle: 'Delete this rule?',
    removeConfirm: 'Delete',
    confirm: 'Revert after a minute unless confirmed',
    confirmHint: 'Protects you from locking yourself out: you confirm the change in a bar at the top.',
    /** The label and hint of a field; some differ between kinds of rules. */
    fieldOf: (kind: keyof typeof fields.byKind, name: string): FieldWords =>
      (fields.byKind[kind] as Readonly<Record<string, FieldWords>>)[name] ??
      (fields.all as Readonly<Record<string, FieldWords>>)[name] ?? { label: name, hint: '' },
  },
  /** The messages of the contract about a field. */
  complaints: {
    'field.ipAddress': 'must be an IPv4 address such as 192.168.2.6',
    'firewall.addressOrNetwork': 'must be an IPv4 address, or a network such as 192.168.2.0/24',
    'firewall.ports': 'must be any, a port from 1 to 65535, or a range such as 8000-8100',
    'field.portNumber': 'must be a port from 1 to 65535',
    'internet.linkName':
      'must be an interface name of at most 15 letters, digits, dashes and dots, and not `all` or `default`',
    'home.label':
      'must begin with a letter or digit, and have at most 63 letters, digits, spaces or . _ : - (at most 126 bytes as UTF-8)',
    'field.notEmpty': 'must not be empty',
    'field.tooLong': 'must have at most {1} characters',
    'field.noControlCharacters': 'must not contain control characters',
  } as Readonly<Record<string, string>>,
  portMissing: 'is missing; use “any” for all ports',
  endMissing: 'is missing; choose “Everyone” for all addresses',
  unknownName: 'is not the name of a device that has an address',
  nameMissing: 'is missing',
  tagMissing: 'are missing: enter at least one',
  policies: {
    wan: { label: 'Use the internet', does: 'use the internet' },
    dns: { label: 'Look up names', does: 'look up names' },
    api: { label: 'Use this app', does: 'use this app' },
    lan: { label: 'Reach all devices at home, both ways', does: 'reach all devices at home' },
    lan_upstream: {
      label: 'Reach private networks beyond the uplink',
      does: 'reach private networks beyond the uplink',
    },
    disabled: { label: 'Disabled: no access, whatever else is selected', does: 'do nothing' },
  },

  idle: {
    noDevice: (net: string) =>
      net.includes('/') && !net.endsWith('/32')
        ? `no device has an address in ${net}.`
        : `no device has the address ${net.replace('/32', '')}.`,
    elsewhere: (ip: string) => `${ip} is not in this home.`,
    tags: (tags: readonly string[]) => `no device has the tag ${list(tags, 'disjunction')}.`,
    link: (link: string) => `there is no interface ${link}.`,
  },
}
