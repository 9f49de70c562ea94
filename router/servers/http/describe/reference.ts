/** The parts of the API reference and the tags in each, in the order of the published one. */
export const GROUPS: readonly { readonly name: string; readonly tags: readonly string[] }[] = [
  {
    name: 'Web API',
    tags: [
      'device',
      'group',
      'network',
      'firewall',
      'traffic',
      'psk',
      'hostapd',
      'uplink',
      'link',
      'general',
      'releases',
      'plugins',
      'tokens',
      'users',
      'alerts',
      'integrations',
      'automations',
      'otp',
      'plus',
    ],
  },
  { name: 'Standard Plugin APIs', tags: ['dnsblock', 'dnslog', 'wireguard', 'lookup', 'dyndns', 'events'] },
  { name: 'Mesh Extension APIs', tags: ['mesh-common', 'mesh-parent', 'mesh-node'] },
  {
    name: 'Internal Unix Socket APIs',
    tags: ['unix_wifid', 'unix_dhcpd', 'unix_wireguard', 'unix_superd', 'tinysubnets', 'unix_access'],
  },
]

/** The last group: a page for each of these object types, where the API has it. */
export const OBJECT_TYPES = {
  name: 'Object Types',
  schemas: {
    device_model: 'DeviceEntry',
    group_model: 'GroupEntry',
    psk_model: 'PSKEntry',
    plugin_model: 'PluginEntry',
  },
} as const

/** The socket that operations of a tag are served on, relative to where the router keeps its data. */
export const SOCKETS: Readonly<Record<string, string>> = {
  unix_wifid: 'state/wifi/apisock',
  unix_dhcpd: 'state/dhcp/apisock',
  tinysubnets: 'state/dhcp/apisock',
  unix_wireguard: 'state/plugins/wireguard/apisock',
  unix_access: 'state/access/apisock',
}
