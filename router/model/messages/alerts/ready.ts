import type { AlertRule, NotificationType } from './alert.ts'
import { type AlertText, actionOf, alertText } from './defaults.ts'
import type { RuleContent } from './given.ts'
import type { ReadyAlert, ReadyId } from './readyalert.ts'

interface Rule {
  readonly topic: string
  /** A JSONPath; by default for all events of the topic. */
  readonly condition?: string
  /** The name of the rule; by default its title. */
  readonly name?: AlertText
  readonly title: AlertText
  readonly body: AlertText
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
        title: 'alert.unknownDevice',
        body: 'alert.unknownJoined',
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
        title: 'alert.deviceOffline',
        body: 'alert.noAnswer',
        type: 'error',
      },
      { topic: 'device:online', title: 'alert.deviceOnline', body: 'alert.answersAgain', type: 'success' },
    ],
  },
  'new-login': {
    name: 'New sign-in',
    description: 'A user or a token is used from an address that did not use it within the last 30 days.',
    rules: [{ topic: 'auth:login', title: 'alert.newSignIn', body: 'alert.userFromDevice', type: 'warning' }],
  },
  'wifi-guessing': {
    name: 'Repeated wrong wifi passphrase',
    description: 'Within ten minutes, a station has failed to connect five times, or 20 stations have failed.',
    rules: [
      {
        topic: 'wifi:auth:repeated',
        title: 'alert.wifiGuessing',
        body: 'alert.wifiAttempts',
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
        title: 'alert.signInGuessing',
        body: 'alert.signInAttempts',
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
        title: 'alert.recoveryCode',
        body: 'alert.recoveryCodesLeft',
        type: 'warning',
      },
      {
        topic: 'auth:webauthn:register',
        title: 'alert.passkey',
        body: 'alert.passkeyFor',
        type: 'warning',
      },
    ],
  },
  uplink: {
    name: 'Internet connection',
    description: 'An uplink has stopped working, or works again.',
    rules: [
      { topic: 'wan:uplink:down', title: 'alert.uplinkDown', body: 'alert.uplinkFails', type: 'error' },
      { topic: 'wan:uplink:up', title: 'alert.uplinkUp', body: 'alert.uplinkWorks', type: 'success' },
    ],
  },
  'traffic-surge': {
    name: 'Unusual upload',
    description: 'A device sends much more to the internet than it ever did before.',
    rules: [
      {
        topic: 'traffic:surge',
        title: 'alert.surge',
        body: 'alert.surgeBy',
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
        title: 'alert.limit',
        body: 'alert.limitUsed',
        type: 'warning',
      },
      {
        topic: 'traffic:limit',
        condition: '$[?(@.Percent==80)]',
        title: 'alert.limitNear',
        body: 'alert.limitUsed',
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
        title: 'alert.blockedName',
        body: 'alert.blockedNameBy',
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
        title: 'alert.scanHome',
        body: 'alert.scanHomeBy',
        type: 'danger',
      },
      {
        topic: 'firewall:scan',
        condition: '$[?(@.Side=="uplink")]',
        title: 'alert.scanInternet',
        body: 'alert.scanInternetBy',
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
        title: 'alert.repaired',
        body: 'alert.repairedWhat',
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
        title: 'alert.diskLow',
        body: 'alert.diskFree',
        type: 'warning',
      },
      {
        topic: 'system:temperature:high',
        title: 'alert.hot',
        body: 'alert.hotZone',
        type: 'warning',
      },
      {
        topic: 'system:storage:worn',
        title: 'alert.worn',
        body: 'alert.wornModel',
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
        title: 'alert.backupOld',
        body: 'alert.backupAge',
        type: 'info',
      },
      {
        topic: 'backup:old',
        condition: '$[?(@.Newest=="")]',
        title: 'alert.backupNone',
        body: 'alert.backupMissing',
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
        title: 'alert.backupFailed',
        body: '{{Place}}: {{Reason}}',
        type: 'error',
      },
    ],
  },
  'update-available': {
    name: 'Updates',
    description: 'A newer version of the router is available, was installed, or was rolled back.',
    rules: [
      {
        topic: 'system:update',
        title: 'alert.update',
        body: 'alert.updateVersion',
        type: 'info',
      },
      {
        topic: 'system:update:installed',
        title: 'alert.updateInstalled',
        body: 'alert.updateInstalledVersion',
        type: 'info',
      },
      {
        topic: 'system:update:failed',
        title: 'alert.updateFailed',
        body: 'alert.updateFailedVersion',
        type: 'error',
      },
    ],
  },
  automation: {
    name: 'Automations',
    description: 'An automation calls notify, or was switched off because it failed repeatedly.',
    rules: [
      {
        topic: 'automation:notice',
        name: 'alert.automationNotice',
        title: '{{Title}}',
        body: '{{Text}}',
        type: 'info',
      },
      {
        topic: 'automation:off',
        title: 'alert.automationOff',
        body: 'alert.automationFailed',
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
        name: 'alert.ruleNotice',
        title: '{{Name}}',
        body: 'alert.ruleHolds',
        type: 'info',
      },
    ],
  },
}

/** The rules of a ready-made alert. */
const readyRules = (id: ReadyId): RuleContent[] =>
  DEFINITIONS[id].rules.map(({ topic, condition, name, ...texts }) => ({
    Name: alertText(name ?? texts.title),
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
