import { alertPhrases } from '../../../phrases/en/alerts.ts'
import type { AlertAction, NotificationType } from './alert.ts'
import type { RuleContent } from './given.ts'

/** A text of the catalogue, or one that consists of fields of the event. */
export type AlertText = keyof typeof alertPhrases | `{{${string}}}` | `{{${string}}} ({{${string}}})`

interface Texts {
  readonly title: AlertText
  readonly body: AlertText
  readonly type: NotificationType
}

/** The stored form of a text, in English. */
export const alertText = (text: AlertText): string =>
  text in alertPhrases ? alertPhrases[text as keyof typeof alertPhrases] : text

/** An action that copies the event. */
export const actionOf = (
  { title, body, type }: Texts,
  { notify = false, store = false, fields = [] }: { notify?: boolean; store?: boolean; fields?: readonly string[] },
): AlertAction => ({
  SendNotification: notify,
  StoreAlert: store,
  StoreTopicSuffix: '',
  MessageTitle: alertText(title),
  MessageBody: alertText(body),
  NotificationType: type,
  ActionType: '',
  GrabEvent: true,
  GrabValues: false,
  GrabFields: [...fields],
})

const rule = (
  Name: string,
  TopicPrefix: string,
  action: AlertAction,
  more: Partial<RuleContent> = {},
): RuleContent => ({
  Name,
  TopicPrefix,
  MatchAnyOne: false,
  InvertRule: false,
  Conditions: [],
  Actions: [action],
  Disabled: false,
  ...more,
})

const dropped = (what: AlertText): Texts => ({
  title: what,
  body: 'alert.packet',
  type: 'warning',
})
/** Without the name of the device whose address was forged. */
const forged: Texts = {
  title: 'alert.forged',
  body: 'alert.forgedBy',
  type: 'warning',
}
const vpn = (title: AlertText): Texts => ({
  title,
  body: 'alert.vpnFrom',
  type: 'info',
})
const disabled = { Disabled: true }

/**
 * The rules of a new router, with the names of their templates in present clients, which skip a template whose name exists. The app shows
 * its own names.
 */
export const defaultRules = (): RuleContent[] => [
  rule('MAC Filter Violation', 'nft:drop:mac', actionOf(forged, { store: true }), disabled),
  rule(
    'User Login Failure',
    'auth:failure',
    actionOf({ title: 'alert.signInFailed', body: 'alert.userFrom', type: 'warning' }, { store: true }),
    { ...disabled, Conditions: [{ JPath: '$[?(@.type=="user")]' }] },
  ),
  rule(
    'Private Network Drop',
    'nft:drop:private',
    actionOf(dropped('alert.privateBlocked'), { store: true }),
    disabled,
  ),
  rule(
    'Wifi Auth Failure',
    'wifi:auth:fail',
    actionOf(
      { title: 'alert.wifiFailed', body: '{{MAC#Device}}: {{Cause}} ({{Iface}})', type: 'error' },
      { notify: true, store: true },
    ),
  ),
  rule(
    'Device Connected',
    'wifi:auth:success',
    actionOf(
      { title: 'alert.deviceConnected', body: '{{MAC#Device}}', type: 'success' },
      { notify: true, fields: ['MAC'] },
    ),
  ),
  rule('Dropped Input', 'nft:drop:input', actionOf(dropped('alert.inputBlocked'), { store: true }), disabled),
  rule('Geo Block', 'nft:drop:geo', actionOf(dropped('alert.countryBlocked'), { store: true })),
  rule(
    alertText('alert.exampleName'),
    'dns:serve:',
    actionOf({ title: 'alert.nameLookedUp', body: 'alert.nameBy', type: 'info' }, { notify: true, store: true }),
    { ...disabled, Conditions: [{ JPath: '$[?(@.FirstName=="www.example.com.")]' }] },
  ),
  rule('VPN Online', 'device:vpn:online', actionOf(vpn('alert.vpnOnline'), { notify: true })),
  rule('VPN Offline', 'device:vpn:offline', actionOf(vpn('alert.vpnOffline'), { notify: true })),
]
