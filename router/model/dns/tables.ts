import { savedSetting, savedTable } from '../saved.ts'
import { BlockList } from './blocklists/blocklist.ts'
import { keyOfOverride } from './blocklists/key.ts'
import { KeptOverride, OverrideList } from './blocklists/override.ts'
import { DnsServices, defaultDnsServices } from './blocklists/services/catalogue.ts'
import { DnsBlockSettings, defaultDnsBlock, Pause } from './blocklists/settings.ts'
import { Host } from './names/host.ts'
import { DnsLogSettings, defaultDnsLog } from './querylog/settings.ts'
import { DnsSettings } from './resolvers/settings.ts'

export const dnsTables = {
  hostnames: savedTable({
    schema: Host,
    keyOf: ({ Hostname }) => Hostname,
    audit: { noun: 'name', shows: ['Hostname', 'IPAddress'], hasPlainKey: true },
    undo: 'alone',
  }),
  blockLists: savedTable({
    schema: BlockList,
    keyOf: ({ URI }) => URI,
    audit: { noun: 'block list', shows: ['URI', 'Tags', 'Category'], hasPlainKey: true },
    undo: 'alone',
  }),
  overrideLists: savedTable({
    schema: OverrideList,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'rule set', shows: ['Name', 'Tags'], hasPlainKey: true },
    undo: 'alone',
  }),
  overrides: savedTable({
    schema: KeptOverride,
    keyOf: keyOfOverride,
    audit: {
      noun: 'own rule for',
      shows: ['List', 'Type', 'Domain', 'ResultIP', 'ResultCNAME', 'ClientIP', 'Tags', 'Suspended'],
      hasPlainKey: true,
    },
    undo: 'alone',
  }),
  pauses: savedTable({
    schema: Pause,
    keyOf: ({ ClientIP }) => ClientIP,
    audit: { noun: 'pause of the DNS filter', shows: ['ClientIP'], hasPlainKey: true },
    undo: 'alone',
    isTemporary: true,
  }),
}

export const dnsSettings = {
  dns: savedSetting({
    schema: DnsSettings,
    defaults: () => ({
      UpstreamProviders: [{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }],
      FamilyProviders: [{ IPAddress: '1.1.1.3', TLSHost: 'family.cloudflare-dns.com', DisableTls: false }],
    }),
    audit: { noun: 'DNS providers', shows: ['UpstreamProviders', 'FamilyProviders'] },
    undo: 'alone',
  }),
  dnsBlock: savedSetting({
    schema: DnsBlockSettings,
    defaults: defaultDnsBlock,
    audit: { noun: 'DNS filter', shows: ['QuarantineHostIP', 'ClientIPExclusions'] },
    undo: 'alone',
  }),
  dnsServices: savedSetting({
    schema: DnsServices,
    defaults: defaultDnsServices,
    audit: { noun: 'list of apps', shows: [] },
  }),
  dnsLog: savedSetting({
    schema: DnsLogSettings,
    defaults: defaultDnsLog,
    audit: { noun: 'DNS log', shows: ['HostPrivacyIPList', 'DomainIgnoreList'] },
    undo: 'alone',
  }),
}
