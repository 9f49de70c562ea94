import type { LinkProps } from '@tanstack/react-router'

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

const dns = { in: 'DNS', feature: 'dns' } as const
const system = { in: 'System' } as const

/** Screens and settings with the words that people use for them, in the order of the menu. */
export const PLACES: readonly Place[] = [
  { title: 'Home', to: '/admin', words: 'start overview dashboard status internet' },
  { title: 'Devices', to: '/admin/devices', words: 'clients hosts phones computers list who is connected' },
  {
    title: 'Add device',
    in: 'Devices',
    to: '/admin/add-device',
    words: 'new wifi passphrase password qr code join connect',
  },
  {
    title: 'Add VPN device',
    in: 'Devices',
    to: '/admin/add-device',
    search: { by: 'vpn' },
    words: 'wireguard peer road warrior away remote phone',
  },
  {
    title: 'DNS and block lists',
    ...dns,
    to: '/admin/dns',
    words: 'ad blocking adblock advertising trackers pi-hole adguard filter lists',
  },
  {
    title: 'DNS rules',
    ...dns,
    to: '/admin/dns/rules',
    words: 'allow block domain exception whitelist blacklist override permit deny',
  },
  { title: 'DNS log', ...dns, to: '/admin/dns/log', words: 'queries history requests visited domains blocked names' },
  { title: 'Top domains', ...dns, to: '/admin/dns/top', words: 'most frequent queries statistics charts blocked' },
  { title: 'Check a domain', ...dns, to: '/admin/dns/check', words: 'why is it blocked test lookup resolve' },
  { title: 'Host names', ...dns, to: '/admin/dns/names', words: 'local names records static dns hosts file rewrite' },
  {
    title: 'DNS settings',
    ...dns,
    to: '/admin/dns/settings',
    words: 'upstream provider resolver dns over tls dot doh quad9 cloudflare family filter retention privacy',
  },
  { title: 'Traffic', to: '/admin/traffic', words: 'bandwidth usage data graph download upload live connections' },
  { title: 'Alerts', to: '/admin/alerts', words: 'warnings notices messages unread' },
  {
    title: 'Events',
    in: 'Alerts',
    to: '/admin/alerts/events',
    words: 'event log what happened joined connected history',
  },
  { title: 'Alert rules', in: 'Alerts', to: '/admin/alerts/rules', words: 'notify when condition mute new device' },
  {
    title: 'Wifi',
    to: '/admin/wifi',
    words: 'wireless wlan radio ssid network name channel access point 5 ghz 2.4 ghz',
  },
  { title: 'Guest wifi', in: 'Wifi', to: '/admin/wifi', words: 'visitors guest network share' },
  { title: 'VPN', to: '/admin/vpn', words: 'wireguard tunnel peers remote access endpoint' },
  {
    title: 'Outgoing VPN tunnel',
    in: 'VPN',
    to: '/admin/vpn/tunnel',
    words: 'mullvad proton provider wireguard exit country add',
  },
  { title: 'Site-to-site VPN', in: 'VPN', to: '/admin/vpn/site', words: 'connect two homes office branch wireguard' },
  { title: 'Map', to: '/admin/map', words: 'topology graph picture who can reach what' },
  { title: 'Groups', to: '/admin/groups', words: 'family members share reach each other' },
  {
    title: 'Schedules',
    to: '/admin/schedules',
    words: 'bedtime homework pause internet parental control times children kids screen time',
  },
  { title: 'Add schedule', in: 'Schedules', to: '/admin/schedules/edit', words: 'bedtime new parental control times' },
  {
    title: 'Rules with conditions',
    in: 'Schedules',
    to: '/admin/schedules/rules',
    words: 'programmable firewall pfw countries asn limit rate tunnel',
  },
  { title: 'Firewall', to: '/admin/firewall', words: 'rules ports block allow policy' },
  {
    title: 'Port forwarding',
    in: 'Firewall',
    to: '/admin/firewall',
    words: 'open port nat forward game server expose publish',
  },
  {
    title: 'Refused connections',
    in: 'Firewall',
    to: '/admin/firewall/drops',
    words: 'dropped rejected packets blocked denied why',
  },
  {
    title: 'Ports',
    to: '/admin/links',
    words: 'interfaces links ethernet cable lan wan uplink vlan pppoe static address mac',
  },
  { title: 'Plugins', to: '/admin/plugins', words: 'apps extensions add-ons containers docker tailscale mitmproxy' },
  { title: 'Install plugin', in: 'Plugins', to: '/admin/add-plugin', words: 'add app extension git repository' },
  { title: 'Logs', to: '/admin/logs', words: 'system log journal messages services' },
  {
    title: 'Audit log',
    in: 'Logs',
    to: '/admin/logs',
    search: { view: 'changes' },
    words: 'who changed what changes history',
  },
  { title: 'System', to: '/admin/system', words: 'version update release host name clock time zone uptime memory' },
  { title: 'Password', ...system, to: '/admin/system/access', words: 'change admin login credentials account' },
  {
    title: 'One-time codes',
    ...system,
    to: '/admin/system/access',
    words: 'otp totp 2fa two factor authenticator mfa',
  },
  { title: 'API tokens', ...system, to: '/admin/system/access', words: 'token key program script bearer scope' },
  {
    title: 'Backup and restore',
    ...system,
    to: '/admin/system/backup',
    words: 'export import download save configuration snapshot',
  },
  { title: 'Certificate', ...system, to: '/admin/system/certificate', words: 'https tls ssl trust authority secure' },
  { title: 'Speed test', ...system, to: '/admin/system/speed', words: 'bandwidth measure mbit fast slow internet' },
  {
    title: 'Diagnosis',
    ...system,
    to: '/admin/system/diagnosis',
    words: 'ping traceroute explain capture packets troubleshoot test connection',
  },
  {
    title: 'Notifications',
    ...system,
    to: '/admin/system/notifications',
    words: 'push email ntfy webhook telegram messages',
  },
  {
    title: 'Integrations',
    ...system,
    to: '/admin/system/integrations',
    words: 'home assistant mqtt prometheus metrics syslog nats',
  },
  { title: 'Automations', ...system, to: '/admin/system/automations', words: 'scripts javascript program events' },
]
