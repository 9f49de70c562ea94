import type { AlertRule, NotificationType } from './alert.ts'
import { actionOf } from './defaults.ts'
import type { RuleContent } from './given.ts'
import type { ReadyAlert, ReadyId } from './readyalert.ts'

interface Rule {
  readonly topic: string
  /** A JSONPath; by default for all events of the topic. */
  readonly condition?: string
  /** The name of the rule; by default its title. */
  readonly name?: string
  readonly title: string
  readonly body: string
  readonly type: NotificationType
}

/** A ready-made alert: the rules that its switch adds. The first one says what it is about. */
interface Definition {
  readonly name: string
  readonly description: string
  readonly rules: readonly [Rule, ...Rule[]]
}

const DEFINITIONS: Readonly<Record<ReadyId, Definition>> = {
  'unknown-device': {
    name: 'Unknown device',
    description: 'A device that was never connected before has joined.',
    rules: [
      {
        topic: 'device:unknown',
        title: 'Unknown device',
        body: '{{Name}} {{MAC}} has joined on {{Iface}} with the address {{IP}}',
        type: 'warning',
      },
    ],
  },
  'device-offline': {
    name: 'Device offline',
    description: 'A device that should always be online, such as a camera, does not answer.',
    rules: [
      {
        topic: 'device:offline',
        title: 'Device offline',
        body: '{{MAC#Device}} has not answered for three minutes',
        type: 'error',
      },
      { topic: 'device:online', title: 'Device online again', body: '{{MAC#Device}} answers again', type: 'success' },
    ],
  },
  'new-login': {
    name: 'New sign-in',
    description: 'A user or a token is used from an address that did not use it within the last 30 days.',
    rules: [{ topic: 'auth:login', title: 'New sign-in', body: '{{name}} from {{ip#Device}}', type: 'warning' }],
  },
  'wifi-guessing': {
    name: 'Repeated wrong wifi passphrase',
    description: 'Within ten minutes, a station has failed to connect five times, or 20 stations have failed.',
    rules: [
      {
        topic: 'wifi:auth:repeated',
        title: 'Repeated wrong wifi passphrase',
        body: '{{Count}} failed attempts on {{Iface}}, the last one by {{MAC#Device}}',
        type: 'warning',
      },
    ],
  },
  'login-guessing': {
    name: 'Repeated failed sign-ins',
    description: 'Within ten minutes, five sign-ins from one address or sign-ins from 20 addresses have failed.',
    rules: [
      {
        topic: 'auth:repeated',
        title: 'Repeated failed sign-ins',
        body: '{{Count}} failed sign-ins, the last one as {{name}} from {{ip#Device}}',
        type: 'danger',
      },
    ],
  },
  'sign-in-factors': {
    name: 'Recovery codes and passkeys',
    description: 'A recovery code was used instead of a one-time code, or a passkey was added.',
    rules: [
      {
        topic: 'auth:otp:recovery',
        title: 'Recovery code used',
        body: '{{username}} from {{ip#Device}}; {{Left}} recovery codes are left',
        type: 'warning',
      },
      {
        topic: 'auth:webauthn:register',
        title: 'Passkey added',
        body: '{{credential}} for {{username}} from {{ip#Device}}',
        type: 'warning',
      },
    ],
  },
  uplink: {
    name: 'Internet connection',
    description: 'An uplink has stopped working, or works again.',
    rules: [
      { topic: 'wan:uplink:down', title: 'Uplink down', body: '{{Iface}} does not reach the internet', type: 'error' },
      { topic: 'wan:uplink:up', title: 'Uplink up again', body: '{{Iface}} reaches the internet', type: 'success' },
    ],
  },
  'traffic-surge': {
    name: 'Unusual upload',
    description: 'A device sends much more to the internet than it ever did before.',
    rules: [
      {
        topic: 'traffic:surge',
        title: 'Unusual upload',
        body: '{{IP#Device}} has sent {{Bytes#Bytes}} within ten minutes; the most before was {{Usual#Bytes}}',
        type: 'warning',
      },
    ],
  },
  'traffic-limit': {
    name: 'Traffic limit reached',
    description: 'A device or group has used 80 percent of its monthly traffic limit, or all of it.',
    rules: [
      {
        topic: 'traffic:limit',
        condition: '$[?(@.Percent==100)]',
        title: 'Traffic limit reached',
        body: '{{Name}} has used {{Used#Bytes}} this month; the limit is {{Bytes#Bytes}}',
        type: 'warning',
      },
      {
        topic: 'traffic:limit',
        condition: '$[?(@.Percent==80)]',
        title: 'Traffic limit nearly reached',
        body: '{{Name}} has used {{Used#Bytes}} this month; the limit is {{Bytes#Bytes}}',
        type: 'info',
      },
    ],
  },
  'blocked-name': {
    name: 'Blocked name requested repeatedly',
    description: 'A device looks up the same blocked name again and again.',
    rules: [
      {
        topic: 'dns:block:repeated',
        title: 'Blocked name requested repeatedly',
        body: '{{ClientIP#Device}} has requested {{Name}} {{Count}} times',
        type: 'warning',
      },
    ],
  },
  'port-scan': {
    name: 'Port scan',
    description: 'A host on the internet or a device at home tries many ports or many hosts.',
    rules: [
      {
        topic: 'firewall:scan',
        condition: '$[?(@.Side=="home")]',
        title: 'Port scan by a device',
        body: 'Many connections of {{Device#Device}} were blocked. Ports: {{Count}}, hosts: {{Hosts}}',
        type: 'danger',
      },
      {
        topic: 'firewall:scan',
        condition: '$[?(@.Side=="uplink")]',
        title: 'Port scan from the internet',
        body: 'Many connections of {{SrcIP}} were blocked. Ports: {{Count}}',
        type: 'warning',
      },
    ],
  },
  'drift-repaired': {
    name: 'Configuration repaired',
    description: 'Another program changed the firewall, links or routes, and the change was undone.',
    rules: [
      {
        topic: 'system:drift:repaired',
        title: 'Configuration repaired',
        body: 'Another program changed {{What}} ({{Driver}}); the change was undone',
        type: 'warning',
      },
    ],
  },
  'machine-health': {
    name: 'Health of the router',
    description: 'The disk is nearly full, the machine is hot, or its memory card is worn out.',
    rules: [
      {
        topic: 'system:disk:low',
        title: 'Disk nearly full',
        body: '{{FreeBytes#Bytes}} are free on the disk of the router',
        type: 'warning',
      },
      {
        topic: 'system:temperature:high',
        title: 'Router is hot',
        body: '{{Zone}} has {{Celsius}} °C',
        type: 'warning',
      },
      {
        topic: 'system:storage:worn',
        title: 'Storage worn out',
        body: '{{Name}} {{Model}} should be replaced soon: make a backup',
        type: 'warning',
      },
    ],
  },
  'backup-old': {
    name: 'Backup too old',
    description: 'The newest backup is older than 30 days, or there is none.',
    rules: [
      {
        topic: 'backup:old',
        condition: '$[?(@.Newest!="")]',
        title: 'Backup too old',
        body: 'The newest backup is {{AgeDays}} days old',
        type: 'info',
      },
      {
        topic: 'backup:old',
        condition: '$[?(@.Newest=="")]',
        title: 'No backup',
        body: 'This router has no backup',
        type: 'info',
      },
    ],
  },
  'backup-failed': {
    name: 'Backup failed',
    description: 'A scheduled backup could not be stored on the other machine.',
    rules: [
      {
        topic: 'backup:remote:failed',
        title: 'Backup failed',
        body: '{{Place}}: {{Reason}}',
        type: 'error',
      },
    ],
  },
  'update-available': {
    name: 'Update available',
    description: 'A newer version of the router is available.',
    rules: [
      {
        topic: 'system:update',
        title: 'Update available',
        body: 'Version {{Available}} is available; this router runs {{Current}}',
        type: 'info',
      },
    ],
  },
  automation: {
    name: 'Automations',
    description: 'An automation calls notify, or was switched off because it failed repeatedly.',
    rules: [
      {
        topic: 'automation:notice',
        name: 'Notice of an automation',
        title: '{{Title}}',
        body: '{{Text}}',
        type: 'info',
      },
      {
        topic: 'automation:off',
        title: 'Automation switched off',
        body: '{{Name}} has failed {{Failures}} times in a row: {{Reason}}',
        type: 'error',
      },
    ],
  },
  'firewall-rule': {
    name: 'Firewall rules',
    description: 'A rule of the programmable firewall with the action notify begins to hold.',
    rules: [
      {
        topic: 'pfw:notify',
        name: 'Notice of a firewall rule',
        title: '{{Name}}',
        body: 'The conditions of the rule {{Name}} are met',
        type: 'info',
      },
    ],
  },
}

/** The rules of a ready-made alert. */
const readyRules = (id: ReadyId): RuleContent[] =>
  DEFINITIONS[id].rules.map(({ topic, condition, name, ...texts }) => ({
    Name: name ?? texts.title,
    TopicPrefix: topic,
    MatchAnyOne: false,
    InvertRule: false,
    Conditions: condition === undefined ? [] : [{ JPath: condition }],
    Actions: [actionOf(texts, { notify: true, store: true })],
    Disabled: false,
  }))

/** The rules of all ready-made alerts, as the router adds them. */
export const allReadyRules = (): RuleContent[] => (Object.keys(DEFINITIONS) as ReadyId[]).flatMap(readyRules)

/** The rules of a ready-made alert that are missing from `present`, because it is new or they were deleted. */
export const missingRules = (id: ReadyId, present: readonly AlertRule[]): RuleContent[] =>
  readyRules(id).filter(
    ({ TopicPrefix, Conditions: [condition] }) =>
      !present.some(
        (rule) =>
          rule.TopicPrefix === TopicPrefix &&
          (!condition || rule.Conditions.some(({ JPath }) => JPath === condition.JPath)),
      ),
  )

/** The ready-made alerts with the state of their switches. `rules` are in their order. */
export function readyAlerts(rules: Iterable<AlertRule>, alwaysOnline: readonly string[]): ReadyAlert[] {
  const byId = Map.groupBy(rules, ({ Ready }) => Ready)
  return (Object.entries(DEFINITIONS) as [ReadyId, Definition][]).map(
    ([
      Id,
      {
        name,
        description,
        rules: [first],
      },
    ]) => {
      const present = byId.get(Id) ?? []
      return {
        Id,
        Name: name,
        Description: description,
        TopicPrefix: first.topic,
        NotificationType: first.type,
        Enabled: present.some(({ Disabled }) => !Disabled),
        Rules: present.map(({ RuleId, Name }) => ({ RuleId, Name })),
        ...(Id === 'device-offline' && { Devices: [...alwaysOnline] }),
      }
    },
  )
}
