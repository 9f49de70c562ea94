import type { Action, NotificationType } from './alert.ts'
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
): Action => ({
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

const rule = (Name: string, TopicPrefix: string, action: Action, more: Partial<RuleContent> = {}): RuleContent => ({
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

/** The rules of a new router. */
export const defaultRules = (): RuleContent[] => [
  rule('MAC address violation', 'nft:drop:mac', actionOf(forged, { store: true }), disabled),
  rule(
    'Failed sign-in',
    'auth:failure',
    actionOf({ title: 'Failed sign-in', body: '{{name}} from {{ip}}', type: 'warning' }, { store: true }),
    { ...disabled, Conditions: [{ JPath: '$[?(@.type=="user")]' }] },
  ),
  rule(
    'Private network blocked',
    'nft:drop:private',
    actionOf(dropped('Private network blocked'), { store: true }),
    disabled,
  ),
  rule(
    'Wifi connection failed',
    'wifi:auth:fail',
    actionOf(
      { title: 'Wifi connection failed', body: '{{MAC#Device}}: {{Cause}} ({{Iface}})', type: 'error' },
      { notify: true, store: true },
    ),
  ),
  rule(
    'Device connected',
    'wifi:auth:success',
    actionOf({ title: 'Device connected', body: '{{MAC#Device}}', type: 'success' }, { notify: true, fields: ['MAC'] }),
  ),
  rule(
    'Access to the router blocked',
    'nft:drop:input',
    actionOf(dropped('Access to the router blocked'), { store: true }),
    disabled,
  ),
  rule('Country blocked', 'nft:drop:geo', actionOf(dropped('Country blocked'), { store: true })),
  rule(
    'Example: a name was looked up',
    'dns:serve:',
    actionOf(
      { title: 'Name looked up', body: '{{FirstName}} by {{ClientIP#Device}}', type: 'info' },
      { notify: true, store: true },
    ),
    { ...disabled, Conditions: [{ JPath: '$[?(@.FirstName=="www.example.com.")]' }] },
  ),
  rule('VPN device online', 'device:vpn:online', actionOf(vpn('online'), { notify: true })),
  rule('VPN device offline', 'device:vpn:offline', actionOf(vpn('offline'), { notify: true })),
]
