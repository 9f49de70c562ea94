import { list } from '../list.ts'

const port = (protocol: string, number: string) => (number === '' ? '' : `, ${protocol} port ${number}`)
const within = (seconds: string) => {
  if (seconds === '') return ''
  const minutes = Math.max(1, Math.round(Number(seconds) / 60))
  return minutes === 1 ? ' within a minute' : ` within ${minutes} minutes`
}
const times = (count: string, seconds: string) => `${count} times${within(seconds)}`

/** What the sentence of an event may contain. */
export interface EventFields {
  /** The name of the device that the event is about. */
  readonly who: string
  /** The text at the first of these paths of the payload that has one; empty if there is none. */
  readonly text: (...paths: readonly string[]) => string
}

/** Texts of events: the sentence of each topic, and the Events screen. */
export const eventTexts = {
  title: 'Events',
  hint: 'What happened in your home and on the router, newest first.',
  search: 'Search events',
  device: 'Device',
  everyone: 'All devices',
  area: 'Kind',
  allAreas: 'All kinds',
  period: 'Period',
  periods: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', all: 'All stored' },
  chosenPeriod: (from: string, to: string) => `${from} – ${to}`,
  clear: 'Clear filters',
  picture: (count: string, from: string, to: string) => `${count} events from ${from} to ${to}`,
  pictureTable: 'Show as table',
  time: 'Time',
  total: 'Events',
  empty: 'No events yet',
  emptyHint: 'Devices that join, sign-ins, blocked connections and changes of the internet connection appear here.',
  noMatch: 'No matching events',
  noMatchHint: 'Try another search, or clear the filters.',
  failed: 'Events could not be loaded',
  more: 'Show earlier events',
  raw: 'Details',
  topic: 'Topic',
  make: 'Create alert',
  eventsCount: (count: string, events: number) => (events === 1 ? '1 event' : `${count} events`),
  times: (count: string) => `${count} times since`,
  onlyDevice: (name: string) => `Only events of ${name}`,
  actions: (sentence: string) => `Actions: ${sentence}`,
  areas: {
    device: 'Devices',
    wifi: 'Wifi',
    address: 'Addresses',
    dns: 'DNS',
    firewall: 'Firewall',
    login: 'Sign-ins',
    vpn: 'VPN',
    internet: 'Internet',
    system: 'System',
    alert: 'Alerts',
    other: 'Other',
  },
  acts: {
    letIn: 'Let in…',
    shutOut: (who: string) => `Block ${who}`,
    unblock: (who: string) => `Unblock ${who}`,
    /** In a row that has the name of the device. */
    short: {
      shutOut: 'Block device',
      unblock: 'Unblock device',
      permit: (name: string) => `Allow ${name}`,
      block: (name: string) => `Block ${name}`,
    },
    open: (who: string) => `Show ${who}`,
    reach: 'Check access',
    permit: (name: string, who: string) => `Allow ${name} for ${who}`,
    block: (name: string, who: string) => `Block ${name} for ${who}`,
    look: {
      links: 'Show ports',
      access: 'Show access',
      wifi: 'Show wifi',
      vpn: 'Show VPN',
      dns: 'Show DNS',
      backup: 'Show backups',
      system: 'Show system',
      log: 'Show log',
      add: 'Add device',
    },
    isBlocked: (who: string) => `${who} is blocked.`,
    isUnblocked: (who: string) => `${who} is no longer blocked.`,
    isLetIn: (who: string) => `${who} has access.`,
  },
  letIn: {
    title: 'Let this device in',
    hint: (mac: string) => `It has the MAC address ${mac}. Everything is blocked until you allow it.`,
    first: (link: string) => `It was first seen on ${link}.`,
    kind: (kind: string) => `It is probably of this kind: ${kind}.`,
    save: 'Let in',
  },
  unknownDevice: (id: string) => `Unknown device ${id}`,
  someone: 'A device',
  router: 'the router',
  place: (address: string, domain: string) =>
    domain === '' || domain === address ? address : `${domain} (${address})`,
  /** A name that the device has sent. */
  sent: (who: string, name: string) => `${who} (“${name}”)`,
  /** States of radios, changes, codes, notification targets and connections; others are shown as the router has them. */
  states: {
    off: 'off',
    uplink: 'uplink',
    'no country': 'no country',
    missing: 'missing',
    starting: 'starting',
    'radar check': 'radar check',
    running: 'running',
    failsafe: 'failsafe',
    failed: 'failed',
    channel: 'channel',
    waiting: 'waiting',
    kept: 'kept',
    'put back': 'put back',
    registered: 'registered',
    changed: 'changed',
    removed: 'removed',
    never: 'never',
    delivered: 'delivered',
    retrying: 'retrying',
    deleted: 'deleted',
    connecting: 'connecting',
    fetching: 'fetching',
    compiling: 'compiling',
    ready: 'ready',
    connected: 'connected',
  } as Readonly<Record<string, string>>,
  causes: {
    'wrong passphrase': 'wrong passphrase',
    'unknown device': 'unknown device',
    disabled: 'the device is disabled',
    'WPA2 only': 'its passphrase works with WPA2 only',
    'passphrase of another device': 'passphrase of another device',
    'passphrase already used': 'the passphrase belongs to another device by now',
  } as Readonly<Record<string, string>>,
  /** The sentence of each topic, by its colour. Those that need more than fields are in `said`. */
  sentences: {
    good: {
      'device:online': ({ who }: EventFields) => `${who} is online again`,
      'device:vpn:online': ({ who, text }: EventFields) =>
        `${who} connected through VPN${text('RemoteEndpoint') === '' ? '' : ` from ${text('RemoteEndpoint')}`}`,
      'wifi:auth:success': ({ who }: EventFields) => `${who} joined the wifi`,
      'vpn:tunnel:up': ({ text }: EventFields) => `The tunnel ${text('Name')} works`,
      'wan:uplink:up': ({ text }: EventFields) => `The internet connection ${text('Iface')} is up`,
      'system:disk:ok': ({ text }: EventFields) => `There is enough space on the disk again (${text('Path')})`,
      'backup:remote:stored': ({ text }: EventFields) => `A backup was stored on ${text('Place')}`,
      'plugin:install:status': ({ text }: EventFields) => `The plugin ${text('Name')} was installed`,
      'plugin:docker:remediation': ({ text }: EventFields) => `The containers of ${text('ComposeFile')} run again`,
    },
    warning: {
      'device:offline': ({ who }: EventFields) => `${who} is offline`,
      'wifi:radio:radar': ({ text }: EventFields) =>
        `Radar was detected on channel ${text('Channel')}, which ${text('Iface')} leaves`,
      'system:drift:repaired': () => 'A change of another program was undone',
    },
    bad: {
      'dns:blockrebind:event': ({ who, text }: EventFields) =>
        `${text('Name')} resolved to an address in your home and was blocked for ${who}`,
      'wan:uplink:down': ({ text }: EventFields) => `The internet connection ${text('Iface')} is down`,
      'system:storage:worn': ({ text }: EventFields) => `The storage ${text('Name')} is nearly worn out`,
      'backup:remote:failed': ({ text }: EventFields) =>
        `A backup could not be stored on ${text('Place')}: ${text('Reason')}`,
      'automation:off': ({ text }: EventFields) =>
        `The automation ${text('Name')} was switched off because it failed repeatedly: ${text('Reason')}`,
      'plugin:docker:failure': ({ text }: EventFields) =>
        `The containers of ${text('ComposeFile')} failed: ${text('Message')}`,
      'crashlog:event': () => 'The router was not shut down properly',
    },
    plain: {
      'device:save': ({ who }: EventFields) => `${who} was added`,
      'device:update': ({ who }: EventFields) => `Settings of ${who} were changed`,
      'device:groups:update': ({ who }: EventFields) => `Groups of ${who} were changed`,
      'device:tags:update': ({ who }: EventFields) => `Tags of ${who} were changed`,
      'device:delete': ({ who }: EventFields) => `${who} was deleted`,
      'devices:save': () => 'Devices were saved',
      'device:vpn:offline': ({ who }: EventFields) => `${who} disconnected from the VPN`,
      'wifi:station:disconnect': ({ who }: EventFields) => `${who} left the wifi`,
      'dns:override:event': ({ who, text }: EventFields) =>
        `${who} asked for ${text('Name')}, which a custom rule allows`,
      'pfw:rule:start': ({ text }: EventFields) => `The rule ${text('Name')} applies now`,
      'pfw:rule:end': ({ text }: EventFields) => `The rule ${text('Name')} does not apply any more`,
      'pfw:notify': ({ text }: EventFields) => `The conditions of the rule ${text('Name')} are met`,
      'firewall:geo_block:refresh': () => 'Blocked countries and networks were updated',
      'vpn:exit:switch': ({ text }: EventFields) =>
        `The exit ${text('Name')} ${text('To') === '' ? 'has no tunnel' : `uses the tunnel ${text('To')}`}`,
      'dyndns:update': () => 'Dynamic DNS was updated',
      'system:time:sync': () => 'The clock was set',
      'automation:notice': ({ text }: EventFields) =>
        text('Text') === '' ? text('Title') : `${text('Title')}: ${text('Text')}`,
      'plugin:download:success': ({ text }: EventFields) => `The plugin at ${text('GitURL')} was downloaded`,
      'plugin:download:exists': ({ text }: EventFields) => `The plugin at ${text('GitURL')} is installed already`,
    },
  },
  said: {
    unknown: (who: string, link: string) => `${who} joined for the first time${link === '' ? '' : ` on ${link}`}`,
    trafficLimit: (who: string, used: string, limit: string) =>
      `${who} has used ${used} this month; the limit is ${limit}`,
    surge: (who: string, amount: string) => `${who} sent ${amount} to the internet, much more than usual`,
    wifiRefused: (who: string, cause: string) => `${who} could not join the wifi: ${cause}`,
    wifiRepeatedByMany: (stations: string, seconds: string) =>
      `${stations} devices failed to join the wifi${within(seconds)}`,
    wifiRepeated: (who: string, count: string, seconds: string, cause: string) =>
      `${who} failed to join the wifi ${times(count, seconds)}${cause === '' ? '' : `: ${cause}`}`,
    radio: (link: string, state: string) => `The radio ${link} is ${state}`,
    asked: (who: string) => `${who} asked for an address`,
    address: (who: string, ip: string) => `${who} got the address ${ip}`,
    spoof: (who: string) => `A device used the address of ${who} and was blocked`,
    cable: (who: string) => `${who} tried to connect by cable, which is not allowed`,
    announced: (who: string, services: string) => `${who} announced ${services === '' ? 'its services' : services}`,
    kind: (who: string, kind: string) =>
      kind === '' ? `The kind of ${who} is unknown` : `${who} was recognized as: ${kind}`,
    queried: (who: string, name: string) => `${who} asked for ${name}`,
    blocked: (who: string, name: string) => `${who} asked for ${name}, which was blocked`,
    repeated: (who: string, name: string, count: string, seconds: string) =>
      `${who} asked for ${name}, which is blocked, ${times(count, seconds)}`,
    list: (list: string, state: string, reason: string) =>
      `Block list ${list}: ${state}${reason === '' ? '' : ` (${reason})`}`,
    resolves: 'Domain names can be resolved again',
    unresolved: (reason: string) => `Domain names cannot be resolved${reason === '' ? '' : `: ${reason}`}`,
    refused: (who: string, place: string, protocol: string, number: string) =>
      `${who} was refused a connection to ${place}${port(protocol, number)}`,
    private: (who: string, place: string, protocol: string, number: string) =>
      `${who} was refused a connection to the private address ${place}${port(protocol, number)}`,
    spoofed: (who: string) => `A packet from ${who} was dropped: its address, port and MAC do not belong together`,
    forged: (address: string) => `A packet from the internet with the forged address ${address} was dropped`,
    byRule: (who: string, place: string, protocol: string, number: string) =>
      `A rule refused ${who} a connection to ${place}${port(protocol, number)}`,
    byNamedRule: (who: string, place: string, name: string) =>
      `The rule ${name} refused ${who} a connection to ${place}`,
    byLimit: (who: string, place: string, protocol: string, number: string) =>
      `${who} has too many connections: one to ${place}${port(protocol, number)} was refused`,
    byFragments: (who: string, place: string) => `${who} has sent too many fragments: one to ${place} was dropped`,
    geo: (who: string, place: string) => `A connection from ${who} to ${place} was refused because of its country`,
    connected: (who: string, place: string, protocol: string, number: string) =>
      `${who} connected to ${place}${port(protocol, number)}`,
    scan: (who: string, count: string, seconds: string) =>
      `${who} tried ${count} ports or devices${within(seconds)} and was refused`,
    signedIn: (name: string, from: string) => `${name} signed in from ${from}`,
    newLogin: (name: string, from: string) => `${name} signed in from ${from} for the first time`,
    signInFailed: (name: string, from: string) => `Sign-in as ${name} from ${from} failed`,
    signInRepeatedByMany: (addresses: string, seconds: string) =>
      `Sign-ins from ${addresses} addresses failed${within(seconds)}`,
    signInRepeated: (name: string, from: string, count: string, seconds: string) =>
      `Sign-in${name === '' ? '' : ` as ${name}`} from ${from} failed ${times(count, seconds)}`,
    signedOut: (name: string) => `${name} signed out`,
    tokenAdded: (name: string, credential: string) => `${name} created the token ${credential}`,
    tokenRemoved: (name: string, credential: string) => `${name} deleted the token ${credential}`,
    otp: (name: string, state: string) => `One-time codes of ${name}: ${state}`,
    passkeyAdded: (name: string, passkey: string) => `${name} added the passkey ${passkey}`,
    passkeyRemoved: (name: string, passkey: string) => `${name} deleted the passkey ${passkey}`,
    recovery: (name: string, place: string, left: string) =>
      `${name} used a recovery code from ${place}. Left: ${left}`,
    peer: (who: string) => `The VPN key of ${who} was changed`,
    tunnelDown: (name: string, reason: string) =>
      `The tunnel ${name} does not work${reason === '' ? '' : `: ${reason}`}`,
    failover: (links: readonly string[]) =>
      links.length === 0 ? 'No internet connection works' : `The internet is now reached through ${list(links)}`,
    speed: (link: string, speed: string) => `Speed test of ${link}: ${speed} Mbit/s`,
    drift: 'A setting could not be applied',
    driftGone: 'All settings are applied',
    confirm: (state: string) => `A change that needs confirmation: ${state}`,
    update: (version: string) => `Version ${version} is available`,
    updated: (version: string) => `Version ${version} was installed`,
    notUpdated: (version: string) => (version === '' ? 'An update failed' : `Version ${version} was not installed`),
    backup: (days: string) =>
      days === '' || days === '0' ? 'There is no recent backup' : `The newest backup is ${days} days old`,
    diskLow: (path: string, free: string) => `Little space is left on the disk (${path}): ${free}`,
    diskFailed: (what: string) => `The disk could not be written: ${what}`,
    hot: (zone: string, celsius: string) => `The router is hot: ${zone} ${celsius} °C`,
    cool: (zone: string, celsius: string) => `The temperature is normal again: ${zone} ${celsius} °C`,
    target: (name: string, state: string) => `Notifications to ${name}: ${state}`,
    automationFailed: (name: string, reason: string) => `The automation ${name} failed: ${reason}`,
    automationRan: (name: string, trigger: string) => `The automation ${name} ran: ${trigger}`,
    integration: (name: string, state: string) => `Connection to ${name}: ${state}`,
    pluginNotDownloaded: (address: string, why: string) => `The plugin at ${address} could not be downloaded: ${why}`,
    pluginNotInstalled: (name: string, why: string) => `The plugin ${name} could not be installed: ${why}`,
    setting: (who: string, what: string) => `${who} made a change: ${what}`,
    message: (message: string) => message,
    call: (who: string, method: string, path: string) => `${who} called ${method} ${path}`,
    other: (topic: string) => `Event ${topic}`,
  },
}
