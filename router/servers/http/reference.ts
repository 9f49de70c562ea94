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
      'alerts',
      'otp',
      'plus',
    ],
  },
  { name: 'Standard Plugin APIs', tags: ['dnsblock', 'dnslog', 'wireguard', 'lookup', 'dyndns'] },
  { name: 'Mesh Extension APIs', tags: ['mesh-common', 'mesh-parent', 'mesh-node'] },
  {
    name: 'Internal Unix Socket APIs',
    tags: ['unix_wifid', 'unix_dhcpd', 'unix_wireguard', 'unix_superd', 'tinysubnets'],
  },
]
