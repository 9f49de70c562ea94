import type { LinkProps } from '@tanstack/react-router'
import { placeTexts as places } from '../../../texts/home/search/places.ts'
import { texts } from '../../../texts.ts'
import { SYSTEM_PAGES } from '../../machine/system/tabs.ts'
import { find } from './find.ts'

const { shell } = texts

/** A screen, or a setting on it. */
export interface SearchablePlace {
  readonly title: string
  /** English words for it, by which the documentation is searched. */
  readonly topic: string
  /** The section that it belongs to. */
  readonly in?: string
  readonly to: NonNullable<LinkProps['to']>
  readonly search?: Readonly<Record<string, unknown>>
  /** Other words for it. */
  readonly words: string
  /** Shown only if the router has this feature. */
  readonly feature?: 'dns'
  /** Shown to users who are no owners. */
  readonly isForOthers?: true
}

const dns = { in: shell.dns, feature: 'dns' } as const
const system = { in: shell.system } as const

/** `port forwarding` for `portForwarding`. */
const topicOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const place = (name: keyof typeof places): Pick<SearchablePlace, 'title' | 'words' | 'topic'> => ({
  ...places[name],
  topic: topicOf(name),
})

/** Screens and settings with the words that people use for them, in the order of the menu. */
export const SEARCHABLE_PLACES: readonly SearchablePlace[] = [
  { ...place('start'), to: '/admin' },
  { ...place('devices'), to: '/admin/devices' },
  { ...place('addDevice'), in: shell.devices, to: '/admin/add-device' },
  { ...place('addVpnDevice'), in: shell.devices, to: '/admin/add-device', search: { by: 'vpn' } },
  { ...place('kindRules'), in: shell.devices, to: '/admin/devices/kinds' },
  { ...place('blockLists'), ...dns, to: '/admin/dns' },
  { ...place('blockedApps'), ...dns, to: '/admin/dns/apps' },
  { ...place('dnsRules'), ...dns, to: '/admin/dns/rules' },
  { ...place('dnsLog'), ...dns, to: '/admin/dns/log' },
  { ...place('topDomains'), ...dns, to: '/admin/dns/top' },
  { ...place('checkADomain'), ...dns, to: '/admin/dns/check' },
  { ...place('hostNames'), ...dns, to: '/admin/dns/names' },
  { ...place('dnsSettings'), ...dns, to: '/admin/dns/settings' },
  { ...place('traffic'), to: '/admin/traffic' },
  { ...place('trafficHistory'), in: shell.traffic, to: '/admin/traffic/history' },
  { ...place('alerts'), to: '/admin/alerts' },
  { ...place('events'), in: shell.alerts, to: '/admin/alerts/events' },
  { ...place('alertRules'), in: shell.alerts, to: '/admin/alerts/rules' },
  { ...place('wifi'), to: '/admin/wifi' },
  { ...place('guestWifi'), in: shell.wifi, to: '/admin/wifi' },
  { ...place('vpn'), to: '/admin/vpn' },
  { ...place('outgoingVpnTunnel'), in: shell.vpn, to: '/admin/vpn/tunnel' },
  { ...place('siteToSiteVpn'), in: shell.vpn, to: '/admin/vpn/site' },
  { ...place('map'), to: '/admin/map' },
  { ...place('groups'), to: '/admin/groups' },
  { ...place('schedules'), to: '/admin/schedules' },
  { ...place('personas'), in: shell.schedules, to: '/admin/schedules' },
  { ...place('addSchedule'), in: shell.schedules, to: '/admin/schedules/edit' },
  { ...place('rulesWithConditions'), in: shell.schedules, to: '/admin/schedules/rules' },
  { ...place('firewall'), to: '/admin/firewall' },
  { ...place('portForwarding'), in: shell.firewall, to: '/admin/firewall' },
  { ...place('refusedConnections'), in: shell.firewall, to: '/admin/firewall/refused' },
  { ...place('droppedPackets'), in: shell.firewall, to: '/admin/firewall/drops' },
  { ...place('links'), to: '/admin/links' },
  { ...place('homeNetwork'), in: shell.links, to: '/admin/links' },
  { ...place('deviceDiscovery'), in: shell.links, to: '/admin/links' },
  { ...place('internetMonitoring'), in: shell.links, to: '/admin/links' },
  { ...place('dynamicDns'), in: shell.links, to: '/admin/links' },
  { ...place('wifiUplink'), in: shell.links, to: '/admin/links' },
  { ...place('plugins'), to: '/admin/plugins' },
  { ...place('installPlugin'), in: shell.plugins, to: '/admin/add-plugin' },
  { ...place('plus'), in: shell.plugins, to: '/admin/plugins' },
  { ...place('logs'), to: '/admin/logs' },
  { ...place('auditLog'), in: shell.logs, to: '/admin/logs', search: { view: 'changes' } },
  { ...place('system'), to: '/admin/system' },
  { ...place('health'), ...system, to: '/admin/system/health' },
  ...SYSTEM_PAGES.filter(({ words }) => words !== '').map(({ name, label, words, to }) => ({
    ...{ title: label, words, topic: topicOf(name) },
    ...system,
    to,
  })),
  { ...place('account'), to: '/admin/account', isForOthers: true },
  { ...place('password'), ...system, to: '/admin/system/access' },
  { ...place('oneTimeCodes'), ...system, to: '/admin/system/access' },
  { ...place('recoveryCodes'), ...system, to: '/admin/system/access' },
  { ...place('passkeys'), ...system, to: '/admin/system/access' },
  { ...place('sessions'), ...system, to: '/admin/system/access' },
  { ...place('apiTokens'), ...system, to: '/admin/system/access' },
  { ...place('backupAndRestore'), ...system, to: '/admin/system/backup' },
  { ...place('remoteBackup'), ...system, to: '/admin/system/backup' },
  { ...place('speedTest'), ...system, to: '/admin/system/speed' },
]

/** English words for the screen or setting that matches a query best; undefined if none does. */
export function topicOfQuery(query: string): string | undefined {
  const items = SEARCHABLE_PLACES.map(
    ({ title, words, topic }) => ({ id: topic, kind: 'screen', title, words, opens: '' }) as const,
  )
  return find(items, query)[0]?.items[0]?.id
}
