import type { LinkProps } from '@tanstack/react-router'
import { placeTexts as places } from '../../texts/places.ts'
import { texts } from '../../texts.ts'

const { shell } = texts

/** A screen, or a setting on it. */
export interface Place {
  readonly title: string
  /** The section that it belongs to. */
  readonly in?: string
  readonly to: NonNullable<LinkProps['to']>
  readonly search?: Readonly<Record<string, unknown>>
  /** Other words for it. */
  readonly words: string
  /** Shown only if the router has this feature. */
  readonly feature?: 'dns'
}

const dns = { in: shell.dns, feature: 'dns' } as const
const system = { in: shell.system } as const

/** Screens and settings with the words that people use for them, in the order of the menu. */
export const PLACES: readonly Place[] = [
  { ...places.start, to: '/admin' },
  { ...places.devices, to: '/admin/devices' },
  { ...places.addDevice, in: shell.devices, to: '/admin/add-device' },
  { ...places.addVpnDevice, in: shell.devices, to: '/admin/add-device', search: { by: 'vpn' } },
  { ...places.blockLists, ...dns, to: '/admin/dns' },
  { ...places.blockedApps, ...dns, to: '/admin/dns/apps' },
  { ...places.dnsRules, ...dns, to: '/admin/dns/rules' },
  { ...places.dnsLog, ...dns, to: '/admin/dns/log' },
  { ...places.topDomains, ...dns, to: '/admin/dns/top' },
  { ...places.checkADomain, ...dns, to: '/admin/dns/check' },
  { ...places.hostNames, ...dns, to: '/admin/dns/names' },
  { ...places.dnsSettings, ...dns, to: '/admin/dns/settings' },
  { ...places.traffic, to: '/admin/traffic' },
  { ...places.alerts, to: '/admin/alerts' },
  { ...places.events, in: shell.alerts, to: '/admin/alerts/events' },
  { ...places.alertRules, in: shell.alerts, to: '/admin/alerts/rules' },
  { ...places.wifi, to: '/admin/wifi' },
  { ...places.guestWifi, in: shell.wifi, to: '/admin/wifi' },
  { ...places.vpn, to: '/admin/vpn' },
  { ...places.outgoingVpnTunnel, in: shell.vpn, to: '/admin/vpn/tunnel' },
  { ...places.siteToSiteVpn, in: shell.vpn, to: '/admin/vpn/site' },
  { ...places.map, to: '/admin/map' },
  { ...places.groups, to: '/admin/groups' },
  { ...places.schedules, to: '/admin/schedules' },
  { ...places.addSchedule, in: shell.schedules, to: '/admin/schedules/edit' },
  { ...places.rulesWithConditions, in: shell.schedules, to: '/admin/schedules/rules' },
  { ...places.firewall, to: '/admin/firewall' },
  { ...places.portForwarding, in: shell.firewall, to: '/admin/firewall' },
  { ...places.refusedConnections, in: shell.firewall, to: '/admin/firewall/drops' },
  { ...places.links, to: '/admin/links' },
  { ...places.plugins, to: '/admin/plugins' },
  { ...places.installPlugin, in: shell.plugins, to: '/admin/add-plugin' },
  { ...places.logs, to: '/admin/logs' },
  { ...places.auditLog, in: shell.logs, to: '/admin/logs', search: { view: 'changes' } },
  { ...places.system, to: '/admin/system' },
  { ...places.password, ...system, to: '/admin/system/access' },
  { ...places.oneTimeCodes, ...system, to: '/admin/system/access' },
  { ...places.apiTokens, ...system, to: '/admin/system/access' },
  { ...places.backupAndRestore, ...system, to: '/admin/system/backup' },
  { ...places.certificate, ...system, to: '/admin/system/certificate' },
  { ...places.speedTest, ...system, to: '/admin/system/speed' },
  { ...places.diagnosis, ...system, to: '/admin/system/diagnosis' },
  { ...places.notifications, ...system, to: '/admin/system/notifications' },
  { ...places.integrations, ...system, to: '/admin/system/integrations' },
  { ...places.automations, ...system, to: '/admin/system/automations' },
]
