type Protocol = 'tcp' | 'udp'

const list = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en', { type }).format([...words])

/** Names as a list; of more than five only the first few. */
function people(names: readonly string[]): string {
  if (names.length <= 5) return list(names)
  return list([...names.slice(0, 4), `${names.length - 4} others`])
}

/** In the middle of a sentence. */
const within = (end: string): string => end.replace(/^The /, 'the ')

/** What cannot happen any more over a protocol. */
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
    RuleName: { label: 'Name', hint: 'For you to recognise it by. May stay empty.' },
    Description: { label: 'Remark', hint: 'May stay empty.' },
    Protocol: { label: 'Protocol', hint: '' },
    SrcIP: { label: 'From', hint: place },
    DstIP: { label: 'To', hint: place },
    Port: { label: 'Port', hint: port },
  },
  byKind: {
    forward: {
      SrcPort: { label: 'Port outside', hint: port },
      DstIP: { label: 'Device', hint: 'Its name or its address.' },
      DstPort: { label: 'Port on the device', hint: 'Empty for the same as outside.' },
      SrcIP: { label: 'Who may', hint: 'Everybody, or an address or network out in the internet.' },
    },
    endpoint: {
      RuleName: { label: 'Name', hint: 'A rule of the same name is replaced.' },
      Tags: { label: 'Tags', hint: 'Devices that have one of them may.' },
      IP: { label: 'Address', hint: `${place} Or leave it empty, and give a domain name.` },
      Domain: { label: 'Domain name', hint: 'Instead of an address. It is followed when it moves.' },
    },
    block: {},
    block_forward: {
      DstPort: { label: 'Port', hint: 'Empty for every port; otherwise one such as 443, or a range.' },
    },
    block_output: {
      DstPort: { label: 'Port', hint: 'Empty for every port; otherwise one such as 443, or a range.' },
      SrcIP: { label: 'From its address', hint: 'Only if the router has several; otherwise everybody.' },
    },
    service_port: {
      Port: { label: 'Port', hint: 'A number from 1 to 65535.' },
      UpstreamEnabled: { label: 'Open to the internet too', hint: 'Anybody in the world can try then.' },
    },
    multicast: {
      Port: { label: 'Port', hint: 'A number from 1 to 65535.' },
      Upstream: { label: 'Hear it from the uplinks too', hint: 'Seldom needed.' },
    },
    custom_interface: {
      Interface: { label: 'Link', hint: 'As the system calls it, such as docker0.' },
      SrcIP: { label: 'Addresses behind it', hint: 'A network such as 172.18.0.0/16.' },
      RouteDst: { label: 'Over the machine', hint: 'Empty if the link leads there by itself.' },
      Policies: { label: 'What it may do', hint: '' },
      Groups: { label: 'Groups', hint: 'It may talk with their devices, both ways.' },
      Tags: { label: 'Tags', hint: 'For places that are open to a tag. Only with a single address.' },
    },
  },
} as const

/** What the screens of the firewall say. */
export const firewallTexts = {
  title: 'Firewall',
  hint: 'Without a rule here, policies and groups decide what devices may do, and nobody outside gets in.',
  failed: 'The rules could not be read',
  back: 'All rules',
  add: 'Add',
  off: 'Off',
  idleNow: 'Matches nothing:',
  isOn: (name: string) => `${name} is switched on`,
  missing: 'This rule is not here any more',
  missingHint: 'Somebody may have changed or deleted it.',
  unknownKind: 'There is no such kind of rule',
  unknownKindHint: 'The address may be mistyped.',

  /** What is usually there, by protocol and port. */
  known: {
    'tcp 22': 'Remote login',
    'tcp 80': 'This app',
    'tcp 443': 'This app, encrypted',
    'udp 5353': 'Printers, speakers and screens',
    'udp 1900': 'Media players and game consoles',
  } as Readonly<Record<string, string>>,

  chapters: {
    open: 'Into the home, and across it',
    blocked: 'Blocked',
    router: 'The router itself',
    other: 'Other networks',
  },
  kinds: {
    forward: {
      title: 'From the internet',
      hint: 'Port forwarding: ports of your internet address that lead to a device.',
      none: 'Nobody outside is let in to any device.',
      one: 'Lead a port to a device',
      edit: 'Port that leads to a device',
      about: 'Whoever calls this port of your internet address gets to the device.',
    },
    endpoint: {
      title: 'Places for devices with a tag',
      hint: 'A device that has the tag may reach the place, and needs no other policy for it.',
      none: 'No tag opens anything yet.',
      one: 'Open a place for a tag',
      edit: 'Place for devices with a tag',
      about: 'Another device, a server in the internet, or one beyond the uplink. Nothing leads the other way.',
    },
    block: {
      title: 'Between two places',
      hint: 'Dropped as it arrives, from wherever it comes, whatever its port.',
      none: 'Nothing is blocked so.',
      one: 'Block everything between two places',
      edit: 'Block between two places',
      about: 'Also keeps away from the router itself. Connections that are there already end.',
    },
    block_forward: {
      title: 'What the router passes on',
      hint: 'Goes before every other rule, and can be for one port only.',
      none: 'Nothing is blocked so.',
      one: 'Block what is passed on',
      edit: 'Block of what is passed on',
      about: 'Between devices, and between them and the internet. The router itself stays within reach.',
    },
    block_output: {
      title: 'What the router itself sends',
      hint: 'For connections that the router opens, not those of your devices.',
      none: 'Nothing is blocked so.',
      one: 'Block what the router sends',
      edit: 'Block of what the router sends',
      about: 'For connections that the router opens by itself.',
    },
    service_port: {
      title: 'Open ports',
      hint: 'Who may reach programs of the router, such as this app. Whether one runs there is another matter.',
      none: 'No port of the router is open.',
      one: 'Open a port of the router',
      edit: 'Port of the router',
      about: 'Open means that the router may answer there; something has to run that does.',
    },
    multicast: {
      title: 'Open ports for announcements',
      hint: 'Where devices tell the router what they offer, such as printers and speakers.',
      none: 'The router hears no announcements.',
      one: 'Open a port for announcements',
      edit: 'Port for announcements',
      about: 'A UDP port at which the router hears packets to multicast groups.',
    },
    custom_interface: {
      title: 'Networks behind other links',
      hint: 'Container bridges and the like, and what they may do.',
      none: 'There are none.',
      one: 'Let a network behind a link in',
      edit: 'Network behind another link',
      about: 'What is behind the link may do nothing but what you choose here.',
    },
  },

  says: {
    nobody: 'Nobody',
    anywhere: 'anywhere',
    port: (ports: string, protocol: Protocol) => `${upper(protocol)} port${ports.includes('-') ? 's' : ''} ${ports}`,
    everyPort: (protocol: Protocol) => `every ${upper(protocol)} port`,
    forward: ({ who, port, to, at }: { who: string | undefined; port: string; to: string; at: string | undefined }) => {
      const leads = port.includes(' ports ') ? 'lead' : 'leads'
      const end = at === undefined ? to : `${to}, port${at.includes('-') ? 's' : ''} ${at}`
      return `From ${who === undefined ? 'the internet' : `${who} only`}, ${port} ${leads} to ${end}.`
    },
    /** Without tags: what was allowed single devices. */
    endpoint: (tags: readonly string[], who: readonly string[], place: string, port: string) => {
      if (tags.length === 0) return `${who.length === 0 ? 'Nobody' : people(who)} may reach ${place} at ${port}.`
      const quoted = tags.map((tag) => `“${tag}”`)
      const whom = who.length === 0 ? '' : ` (${people(who)})`
      return `Devices with the tag ${list(quoted, 'disjunction')}${whom} may reach ${place} at ${port}.`
    },
    block: (from: string, to: string, protocol: Protocol) =>
      `${from} can${from === 'Nobody' ? '' : 'not'} ${talk[protocol]} to ${to}.`,
    blockForward: (from: string, to: string, ports: string | undefined, protocol: Protocol) =>
      `${from} gets ${from === 'Nobody' ? '' : 'no '}${upper(protocol)} through the router to ${to}${ports === undefined ? '' : ` at port${ports.includes('-') ? 's' : ''} ${ports}`}.`,
    blockOutput: (to: string, port: string | undefined, from: string | undefined, protocol: Protocol) =>
      [
        `The router itself cannot ${talk[protocol]} to ${to}`,
        port === undefined ? '' : ` at port ${port}`,
        from === undefined ? '' : ` from its address ${from}`,
        '.',
      ].join(''),
    servicePort: (port: string, upstream: boolean) =>
      `Devices at home${upstream ? ' and anybody in the internet' : ''} may reach the router at ${port}.`,
    multicast: (port: string, upstream: boolean) =>
      `The router hears announcements at ${port} from devices at home${upstream ? ' and from the uplinks' : ''}.`,
    customInterface: (link: string, net: string, may: readonly string[], groups: readonly string[]) => {
      const does = may.length === 0 ? 'may do nothing' : `may ${list(may)}`
      const belongs = groups.length === 0 ? '' : `, and is in the group${groups.length > 1 ? 's' : ''} ${list(groups)}`
      return `What is in ${net} behind ${link} ${does}${belongs}.`
    },
  },
  ends: { internet: 'The internet', router: 'the router', multicast: 'the router’s ear for announcements' },
  /** How a connection is opened: the protocol, the port where it ends, and the one that was asked for where that differs. */
  at: (protocol: 'tcp' | 'udp' | 'icmp', port: number | null, asked: number | null) => {
    if (protocol === 'icmp') return ' by ping'
    if (port === null) return ` over ${protocol.toUpperCase()}`
    return ` at ${protocol.toUpperCase()} port ${port}${asked === null ? '' : `, by asking for port ${asked}`}`
  },
  preview: {
    title: 'What this changes',
    hint: 'Tried on a copy of your router, with the devices that are here now.',
    waiting: 'Fill in the form, and here appears what it opens or closes.',
    unchanged: 'You have not changed anything yet.',
    looking: 'Looking…',
    opens: 'Opens',
    closes: 'Closes',
    nothing: 'As things are now, nothing: who is here can reach the same as before.',
    more: 'And more, which would be too long to list.',
    failed: 'The router would not do this:',
    opened: (from: readonly string[], to: string, at: string) => `${people(from)} can reach ${within(to)}${at}.`,
    closed: (from: readonly string[], to: string, at: string) =>
      `${people(from)} can no longer reach ${within(to)}${at}.`,
  },
  router: {
    ping: 'Ping',
    pingHint: 'Whom the router answers when it is asked whether it is there.',
    pingLan: 'Devices at home',
    pingWan: 'The internet',
    dns: 'Whom the router asks for names',
    dnsHint:
      'For its own questions, such as for updates. The address of a resolver, or empty for the one that your home uses.',
    dnsEmpty: 'The resolver of your home',
  },
  outside: {
    title: 'From outside:',
    behind:
      'That is an address of the network before your router, not of the internet. The router there has to lead the port on to this one.',
  },
  form: {
    title: 'The rule',
    everybody: 'Everybody',
    unnamed: 'Unnamed device',
    on: 'Switched on',
    more: 'A name, a remark',
    onHint: 'Off keeps the rule for later, and it does nothing.',
    save: 'Save',
    add: 'Add the rule',
    cancel: 'Cancel',
    saved: 'The rule is in force.',
    savedOff: 'The rule is kept, and switched off.',
    removed: 'The rule is deleted.',
    dismiss: 'Close this message',
    remove: 'Delete this rule',
    removeTitle: 'Delete this rule?',
    removeConfirm: 'Delete',
    confirm: 'Put it back after a minute unless I keep it',
    confirmHint: 'For when this change might lock you out: a bar asks whether you still get through.',
    /** What a field is called and how it is explained; some mean different things in different kinds. */
    fieldOf: (kind: keyof typeof fields.byKind, name: string): FieldWords =>
      (fields.byKind[kind] as Readonly<Record<string, FieldWords>>)[name] ??
      (fields.all as Readonly<Record<string, FieldWords>>)[name] ?? { label: name, hint: '' },
  },
  portMissing: 'is missing; any stands for every port',
  nameMissing: 'is missing',
  tagMissing: 'are missing: name at least one',
  policies: {
    wan: { label: 'Use the internet', does: 'use the internet' },
    dns: { label: 'Look up names', does: 'look up names' },
    api: { label: 'Use this app', does: 'use this app' },
    lan: { label: 'Talk with every device at home, both ways', does: 'talk with every device at home' },
    lan_upstream: {
      label: 'Reach private networks beyond the uplink',
      does: 'reach private networks beyond the uplink',
    },
    disabled: { label: 'Disabled: nothing, whatever else is selected', does: 'do nothing' },
  },

  idle: {
    nobody: (net: string) =>
      net.includes('/') && !net.endsWith('/32')
        ? `no device has an address in ${net}.`
        : `no device has the address ${net.replace('/32', '')}.`,
    elsewhere: (ip: string) => `${ip} is not in this home.`,
    tags: (tags: readonly string[]) => `no device has the tag ${list(tags, 'disjunction')}.`,
    link: (link: string) => `there is no link ${link} now.`,
  },
} as const
