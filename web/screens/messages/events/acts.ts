import type { LinkProps } from '@tanstack/react-router'
import { isDisabled } from '../../../../router/model/home/devices/device.ts'
import { isNew } from '../../home/devices/entry.ts'
import type { Described } from './describe.ts'
import { type Payload, textAt } from './fields.ts'
import type { Household, HouseholdMember } from './household.ts'

type Look = Pick<LinkProps, 'to' | 'params' | 'search'>

/** What the owner can do about an event. */
export type Act =
  | { readonly kind: 'letIn' | 'shutOut' | 'unblock' | 'open'; readonly known: HouseholdMember }
  | { readonly kind: 'permit' | 'block'; readonly name: string; readonly client: string; readonly who: string }
  | { readonly kind: 'reach'; readonly known: HouseholdMember }
  | { readonly kind: 'look'; readonly look: Look; readonly label: ScreenLabel }

export type ScreenLabel = 'links' | 'access' | 'wifi' | 'vpn' | 'dns' | 'backup' | 'system' | 'log' | 'add'

const LOOKS: readonly (readonly [prefix: string, label: ScreenLabel, look: Look])[] = [
  ['wan:', 'links', { to: '/admin/links' }],
  ['dyndns:', 'links', { to: '/admin/links' }],
  ['auth:', 'access', { to: '/admin/system/access' }],
  ['wifi:', 'wifi', { to: '/admin/wifi' }],
  ['vpn:', 'vpn', { to: '/admin/vpn' }],
  ['dns:health', 'dns', { to: '/admin/dns/settings' }],
  ['dns:blocklist:', 'dns', { to: '/admin/dns' }],
  ['backup:', 'backup', { to: '/admin/system/backup' }],
  ['system:disk', 'system', { to: '/admin/system/health' }],
  ['system:temperature', 'system', { to: '/admin/system/health' }],
  ['system:storage', 'system', { to: '/admin/system/health' }],
  ['system:drift', 'log', { to: '/admin/logs' }],
  ['config:', 'log', { to: '/admin/logs', search: { view: 'changes' } }],
  ['log:', 'log', { to: '/admin/logs' }],
  ['system:', 'system', { to: '/admin/system' }],
  ['crashlog:', 'log', { to: '/admin/logs' }],
]

/** Topics about one blocked or allowed domain. */
const OF_NAME: Readonly<Record<string, 'permit' | 'block'>> = {
  'dns:block:event': 'permit',
  'dns:block:repeated': 'permit',
  'dns:override:event': 'block',
}

/** What can be done about an event, the most likely first. */
export function actsOf(
  topic: string,
  payload: Payload,
  { subject }: Pick<Described, 'subject'>,
  household: Household,
): Act[] {
  const known = household.find(subject)
  const look = LOOKS.find(([prefix]) => topic.startsWith(prefix))
  return [
    ...nameActs(topic, payload, subject?.ip ?? '', household.nameOf(subject)),
    ...(known ? deviceActs(known, topic) : []),
    ...(known && topic.startsWith('nft:drop:') && topic !== 'nft:drop:mac' ? [{ kind: 'reach', known } as const] : []),
    ...(known ? [{ kind: 'open', known } as const] : []),
    ...(look ? [{ kind: 'look', label: look[1], look: look[2] } as const] : []),
  ]
}

function deviceActs(known: HouseholdMember, topic: string): Act[] {
  if (topic === 'device:delete') return []
  if (isDisabled(known.device)) return [{ kind: 'unblock', known }]
  return isNew(known.device)
    ? [
        { kind: 'letIn', known },
        { kind: 'shutOut', known },
      ]
    : [{ kind: 'shutOut', known }]
}

function nameActs(topic: string, payload: Payload, client: string, who: string): Act[] {
  const isServed = topic.startsWith('dns:serve:')
  const name = textAt(payload, isServed ? 'FirstName' : 'Name')
  const kind = isServed ? (payload.Type === 'BLOCKED' ? 'permit' : 'block') : OF_NAME[topic]
  return kind === undefined || name === '' || name === '.' || client === '' ? [] : [{ kind, name, client, who }]
}
