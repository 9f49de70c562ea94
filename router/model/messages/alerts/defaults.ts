import type { AlertAction, NotificationType } from './alert.ts'
import type { RuleContent } from './given.ts'

interface Texts {
  readonly title: string
  readonly body: string
  readonly type: NotificationType
}

/** An action that copies the event. */
export const actionOf = (
  { title, body, type }: Texts,
  { notify = false, store = false, fields = [] }: { notify?: boolean; store?: boolean; fields?: readonly string[] },
): AlertAction => ({
  SendNotification: notify,
  StoreAlert: store,
  StoreTopicSuffix: '',
  MessageTitle: title,
  MessageBody: body,
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

const dropped = (what: string): Texts => ({
  title: what,
  body: '{{IP.SrcIP#Device}} {{Ethernet.SrcMAC}} to {{IP.DstIP#Device}}',
  type: 'warning',
})
/** Without the name of the device whose address was forged. */
const forged: Texts = {
  title: 'MAC address violation',
  body: '{{Ethernet.SrcMAC#Device}} sent a packet from {{IP.SrcIP}}, which is not its address',
  type: 'warning',
}
const vpn = (state: string): Texts => ({
  title: `VPN device ${state}`,
  body: '{{DeviceIP#Device}} from {{RemoteEndpoint}}',
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
    actionOf({ title: 'Failed sign-in', body: '{{name}} from {{ip}}', type: 'warning' }, { store: true }),
    { ...disabled, Conditions: [{ JPath: '$[?(@.type=="user")]' }] },
  ),
  rule(
    'Private Network Drop',
    'nft:drop:private',
    actionOf(dropped('Private network blocked'), { store: true }),
    disabled,
  ),
  rule(
    'Wifi Auth Failure',
    'wifi:auth:fail',
    actionOf(
      { title: 'Wifi connection failed', body: '{{MAC#Device}}: {{Cause}} ({{Iface}})', type: 'error' },
      { notify: true, store: true },
    ),
  ),
  rule(
    'Device Connected',
    'wifi:auth:success',
    actionOf({ title: 'Device connected', body: '{{MAC#Device}}', type: 'success' }, { notify: true, fields: ['MAC'] }),
  ),
  rule('Dropped Input', 'nft:drop:input', actionOf(dropped('Access to the router blocked'), { store: true }), disabled),
  rule('Geo Block', 'nft:drop:geo', actionOf(dropped('Country blocked'), { store: true })),
  rule(
    'Example: a name was looked up',
    'dns:serve:',
    actionOf(
      { title: 'Name looked up', body: '{{FirstName}} by {{ClientIP#Device}}', type: 'info' },
      { notify: true, store: true },
    ),
    { ...disabled, Conditions: [{ JPath: '$[?(@.FirstName=="www.example.com.")]' }] },
  ),
  rule('VPN Online', 'device:vpn:online', actionOf(vpn('online'), { notify: true })),
  rule('VPN Offline', 'device:vpn:offline', actionOf(vpn('offline'), { notify: true })),
]
