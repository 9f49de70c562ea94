import { savedSetting, savedTable } from '../saved.ts'
import { Site } from './sites/site.ts'
import { Exit, Tunnel } from './tunnels/tunnel.ts'
import { defaultVpn, Peer, VpnSettings } from './wireguard/server.ts'

export const vpnTables = {
  peers: savedTable({
    schema: Peer,
    keyOf: ({ PublicKey }) => PublicKey,
    audit: { noun: 'VPN peer', shows: ['PublicKey'], hasPlainKey: true },
    undo: 'with device',
  }),
  tunnels: savedTable({
    schema: Tunnel,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'VPN tunnel',
      shows: ['Name', 'Link', 'PublicKey', 'Addresses', 'DNS', 'Peer.PublicKey', 'Peer.Endpoint', 'Peer.AllowedIPs'],
      hasPlainKey: true,
    },
  }),
  exits: savedTable({
    schema: Exit,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'VPN exit',
      shows: ['Name', 'Devices', 'Groups', 'Tags', 'Tunnels', 'Traffic', 'Networks', 'Domains'],
      hasPlainKey: true,
    },
    undo: 'alone',
  }),
  sites: savedTable({
    schema: Site,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'VPN site',
      shows: ['Name', 'PublicKey', 'Endpoint', 'Devices', 'Groups', 'Tags', 'Networks'],
      hasPlainKey: true,
    },
    undo: 'with device',
  }),
}

export const vpnSettings = {
  vpn: savedSetting({
    schema: VpnSettings,
    defaults: defaultVpn,
    audit: { noun: 'VPN server', shows: ['PublicKey', 'Endpoints'] },
  }),
}
