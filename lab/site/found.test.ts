import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerQueries } from '../../search/answer.ts'
import { indexRecords } from '../../search/index.ts'
import { LEVELS } from '../../search/record.ts'
import { ROOT } from '../process/place.ts'

/** Queries, each with a page that must be among the first three results. */
const WANTED: Readonly<Record<string, string>> = {
  // Three letters.
  dev: 'docs/guides/device',
  fir: 'docs/guides/firewall',
  dns: 'docs/guides/dns',
  gro: 'docs/knowledgebase/groups',
  tag: 'docs/knowledgebase/groups',
  pol: 'docs/knowledgebase/groups',
  log: 'docs/guides/logs',
  lin: 'docs/guides/links',
  upl: 'docs/guides/links',
  ins: 'docs/setup_guides/install',
  fai: 'docs/guides/links',
  vir: 'docs/guides/virtual/setup',
  tro: 'docs/guides/troubleshooting',
  con: 'docs/contact',
  tls: 'docs/development/apis/ssl_support',
  otp: 'docs/development/apis/p_webapi_authentication',
  tok: 'docs/development/apis/p_webapi_authentication',
  api: 'docs/development/apis/overview',
  mul: 'docs/development/services/multicast_proxy',
  dhc: 'docs/development/services/dhcp',
  bac: 'docs/development/services/db',
  backup: 'docs/guides/backup',
  restore: 'docs/guides/backup',
  'recovery key': 'docs/guides/backup',
  'mac vendor': 'docs/guides/logs',
  wif: 'docs/knowledgebase/wireless',
  vpn: 'docs/guides/vpn',
  // One or two words.
  'forward port': 'docs/guides/firewall',
  'port forwarding': 'docs/guides/firewall',
  'block ads': 'docs/guides/dns',
  'ad blocker': 'docs/guides/dns',
  'parental control': 'docs/guides/dns',
  'why blocked': 'docs/guides/dns',
  guest: 'docs/guides/device',
  'isolate device': 'docs/guides/device',
  'static ip': 'docs/guides/device',
  'two uplinks': 'docs/guides/links',
  'speed test': 'docs/guides/links',
  'lost password': 'docs/guides/troubleshooting',
  'forgot password': 'docs/faq',
  'no internet': 'docs/guides/troubleshooting',
  'printer not found': 'docs/development/services/multicast_proxy',
  chromecast: 'docs/development/services/multicast_proxy',
  'https certificate': 'docs/development/apis/ssl_support',
  'threat model': 'docs/security/secure-wifi-router',
  'virtual home': 'docs/guides/virtual/setup',
  'getting started': 'docs/setup_guides/setup_run_spr',
  debian: 'docs/setup_guides/install',
  policy: 'docs/knowledgebase/groups',
  conntrack: 'blog/conntrack-hardening',
  // Other forms and synonyms.
  NAT: 'docs/guides/firewall',
  DMZ: 'docs/guides/firewall',
  minecraft: 'docs/guides/firewall',
  qos: 'docs/faq',
  'bandwidth limit': 'docs/faq',
  'traffic shaping': 'docs/faq',
  'install certificate': 'docs/development/apis/ssl_support',
  'root ca': 'docs/development/apis/ssl_support',
  'api token': 'docs/development/apis/p_webapi_authentication',
  'api key': 'docs/development/apis/p_webapi_authentication',
  'raspberry pi': 'docs/setup_guides/install',
  rpi: 'docs/setup_guides/install',
  requirements: 'docs/setup_guides/install',
  ram: 'docs/setup_guides/install',
  upgrade: 'docs/setup_guides/install',
  'wi-fi': 'docs/knowledgebase/wireless',
  'pi hole': 'docs/knowledgebase/pihole-technitium-adguard',
  wlan: 'docs/knowledgebase/wireless',
  'wifi password': 'docs/guides/device',
  wpa3: 'docs/guides/device',
  'rename devices': 'docs/guides/device',
  'blocking devices': 'docs/guides/device',
  'dhcp reservation': 'docs/guides/device',
  'dual wan': 'docs/guides/links',
  modem: 'docs/guides/links',
  mfa: 'docs/development/apis/p_webapi_authentication',
  logout: 'docs/development/apis/p_webapi_authentication',
  'rest api': 'docs/development/apis/overview',
  swagger: 'docs/development/apis/overview',
  wireguard: 'docs/guides/vpn',
  tailscale: 'articles/integrations/spr-tailscale',
  headscale: 'articles/integrations/spr-tailscale',
  dyndns: 'docs/development/services/dyndns',
  upnp: 'docs/faq',
  whitelist: 'docs/guides/dns',
  blacklist: 'docs/guides/dns',
  youtube: 'docs/guides/dns',
  'block website': 'docs/guides/dns',
  kid: 'docs/guides/dns',
  sonos: 'docs/development/services/multicast_proxy',
  homekit: 'docs/development/services/multicast_proxy',
  'factory reset': 'docs/guides/troubleshooting',
  reboot: 'docs/guides/troubleshooting',
  'slow internet': 'docs/guides/troubleshooting',
  wireshark: 'docs/guides/troubleshooting',
  syslog: 'docs/guides/logs',
  proxmox: 'docs/guides/virtual/setup',
  'travel router': 'docs/development/services/wifi_uplink',
  hotspot: 'docs/development/services/wifi_uplink',
  tethering: 'docs/development/services/wifi_uplink',
  wpa_supplicant: 'docs/development/services/wifi_uplink',
  'intrusion detection': 'docs/security/secure-wifi-router',
  'guest wifi': 'docs/knowledgebase/groups',
  github: 'docs/contact',
  // Mistyped.
  firewal: 'docs/guides/firewall',
  deivce: 'docs/guides/device',
  'blokc lists': 'docs/guides/dns',
  // Only in the API reference.
  'PUT /firewall/forward': 'api/0',
  'wan speedtest': 'api/0',
  DeviceExpiration: 'docs/guides/device',
}

const RECORDS = join(ROOT, 'site/dist/pages/search-records.json')
const skip = existsSync(RECORDS) ? undefined : 'the site has not been built'

const hierarchy = LEVELS.map((level) => `hierarchy.${level}`)
/** The request of the search box on a page of the documentation. */
const asked = {
  indexName: 'site',
  attributesToRetrieve: [...hierarchy, 'content', 'type', 'url'],
  attributesToSnippet: [...hierarchy.slice(1), 'content'].map((name) => `${name}:10`),
  facetFilters: [
    'language:en',
    ['default', 'docs-default-current', 'docs-articles-current'].map((tag) => `docusaurus_tag:${tag}`),
  ],
}

test('common queries return the expected page among the first three', { skip }, () => {
  const index = indexRecords(JSON.parse(readFileSync(RECORDS, 'utf8')))
  const firstPages = (query: string): string[] => {
    const { results } = answerQueries({ name: 'site', index }, { requests: [{ ...asked, query }] })
    const pages = results[0]!.hits.map(({ url }) => new URL(url as string).pathname.slice('/pages/'.length))
    return [...new Set(pages)].slice(0, 3)
  }
  const missed = Object.entries(WANTED)
    .map(([query, page]) => ({ query, page, found: firstPages(query) }))
    .filter(({ page, found }) => !found.includes(page))
  assert.deepEqual(missed, [])
})
