import { texts } from '../texts.ts'

const { shell } = texts

/** Screens and settings in the search: their titles, and other words that people use for them. */
export const placeTexts = {
  start: { title: shell.start, words: 'start overview dashboard status internet' },
  devices: { title: shell.devices, words: 'clients hosts phones computers list who is connected' },
  addDevice: { title: 'Add device', words: 'new wifi passphrase password qr code join connect' },
  addVpnDevice: { title: 'Add VPN device', words: 'wireguard peer road warrior away remote phone' },
  blockLists: {
    title: 'DNS and block lists',
    words: 'ad blocking adblock advertising trackers pi-hole adguard filter lists',
  },
  blockedApps: {
    title: 'Blocked apps',
    words:
      'services youtube tiktok instagram whatsapp netflix roblox fortnite games safe search child parental social media',
  },
  dnsRules: { title: 'DNS rules', words: 'allow block domain exception whitelist blacklist override permit deny' },
  dnsLog: { title: 'DNS log', words: 'queries history requests visited domains blocked names' },
  topDomains: { title: 'Top domains', words: 'most frequent queries statistics charts blocked' },
  checkADomain: { title: 'Check a domain', words: 'why is it blocked test lookup resolve' },
  hostNames: { title: 'Local names', words: 'host names records static dns hosts file rewrite' },
  dnsSettings: {
    title: 'DNS settings',
    words: 'upstream provider resolver dns over tls dot doh quad9 cloudflare family filter retention privacy',
  },
  traffic: { title: shell.traffic, words: 'bandwidth usage data graph download upload live connections' },
  alerts: { title: shell.alerts, words: 'warnings notices messages unread' },
  events: { title: 'Events', words: 'event log what happened joined connected history' },
  alertRules: { title: 'Alert rules', words: 'notify when condition mute new device' },
  wifi: { title: shell.wifi, words: 'wireless wlan radio ssid network name channel access point 5 ghz 2.4 ghz' },
  guestWifi: { title: 'Guest wifi', words: 'visitors guest network share' },
  vpn: { title: shell.vpn, words: 'wireguard tunnel peers remote access endpoint' },
  outgoingVpnTunnel: { title: 'Outgoing VPN tunnel', words: 'mullvad proton provider wireguard exit country add' },
  siteToSiteVpn: { title: 'Site-to-site VPN', words: 'connect two homes office branch wireguard' },
  map: { title: shell.map, words: 'topology graph picture who can reach what' },
  groups: { title: shell.groups, words: 'family members share reach each other' },
  schedules: {
    title: shell.schedules,
    words: 'bedtime homework pause internet parental control times children kids screen time',
  },
  addSchedule: { title: 'Add schedule', words: 'bedtime new parental control times' },
  rulesWithConditions: {
    title: 'Rules with conditions',
    words: 'programmable firewall pfw countries asn limit rate tunnel',
  },
  firewall: { title: shell.firewall, words: 'rules ports block allow policy' },
  portForwarding: { title: 'Port forwarding', words: 'open port nat forward game server expose publish' },
  refusedConnections: { title: 'Refused connections', words: 'dropped rejected packets blocked denied why' },
  links: { title: shell.links, words: 'interfaces links ethernet cable lan wan uplink vlan pppoe static address mac' },
  plugins: { title: shell.plugins, words: 'apps extensions add-ons containers docker tailscale mitmproxy' },
  installPlugin: { title: 'Install plugin', words: 'add app extension git repository' },
  logs: { title: shell.logs, words: 'system log journal messages services' },
  auditLog: { title: 'Audit log', words: 'who changed what changes history' },
  system: { title: shell.system, words: 'version update release host name clock time zone uptime memory' },
  password: { title: 'Password', words: 'change admin login credentials account' },
  oneTimeCodes: { title: 'One-time codes', words: 'otp totp 2fa two factor authenticator mfa' },
  apiTokens: { title: 'API tokens', words: 'token key program script bearer scope' },
  backupAndRestore: { title: 'Backup and restore', words: 'export import download save configuration snapshot' },
  certificate: { title: 'Certificate', words: 'https tls ssl trust authority secure' },
  speedTest: { title: 'Speed test', words: 'bandwidth measure mbit fast slow internet' },
  diagnosis: { title: 'Diagnosis', words: 'ping traceroute explain capture packets troubleshoot test connection' },
  notifications: { title: 'Notifications', words: 'push email ntfy webhook telegram messages' },
  integrations: { title: 'Integrations', words: 'home assistant mqtt prometheus metrics syslog nats' },
  automations: { title: 'Automations', words: 'scripts javascript program events' },
}
