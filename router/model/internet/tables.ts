import { savedSetting, savedTable } from '../saved.ts'
import { WifiUplink } from './connection/wifi.ts'
import { DynDnsSettings, defaultDynDns, nothingPublished, Published } from './dyndns/settings.ts'
import { InterfaceConfig, RandomMacs } from './links/interface.ts'
import { Ppp } from './ppp/ppp.ts'
import { defaultWan, WanConfig } from './uplinks/config.ts'

export const internetTables = {
  interfaces: savedTable({
    schema: InterfaceConfig,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'port',
      shows: ['Name', 'Type', 'Subtype', 'IP', 'Router', 'VLAN', 'AdditionalIPs', 'MACOverride'],
      hasPlainKey: true,
    },
  }),
  wifiUplinks: savedTable({
    schema: WifiUplink,
    keyOf: ({ Iface }) => Iface,
    audit: {
      noun: 'wifi uplink',
      shows: ['Iface', 'Networks.SSID', 'Networks.Priority', 'Networks.BSSID'],
      hasPlainKey: true,
    },
  }),
  ppps: savedTable({
    schema: Ppp,
    keyOf: ({ Iface }) => Iface,
    audit: { noun: 'PPPoE session', shows: ['Iface', 'PPPIface', 'Username', 'VLAN', 'MTU'], hasPlainKey: true },
  }),
}

export const internetSettings = {
  wan: savedSetting({
    schema: WanConfig,
    defaults: defaultWan,
    audit: { noun: 'internet monitoring', shows: ['ProbeTargets', 'SpeedTestURL'] },
    undo: 'alone',
  }),
  dyndns: savedSetting({
    schema: DynDnsSettings,
    defaults: defaultDynDns,
    audit: {
      noun: 'dynamic DNS',
      shows: ['Provider', 'Server', 'Email', 'Domains', 'IpUrl', 'IpUrls', 'Ipv6Url', 'Resolver'],
    },
  }),
  /** The addresses that the provider of dynamic DNS has accepted. */
  dyndnsPublished: savedSetting({
    schema: Published,
    defaults: nothingPublished,
    audit: 'internal',
    isTemporary: true,
  }),
  randomMacs: savedSetting({ schema: RandomMacs, defaults: () => ({}), audit: 'internal' }),
}
