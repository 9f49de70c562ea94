import type { Trials } from '../trial.ts'

const PEER = {
  PublicKey: 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=',
  AllowedIPs: '192.168.2.230/32',
  Endpoint: '203.0.113.5:51280',
  PresharedKey: 'w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg=',
  PersistentKeepalive: 25,
}
const UPDATE = {
  IP: '192.168.2.234',
  PublicKey: '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI=',
  Iface: 'wg0',
  Name: 'wfh-laptop',
}

/** The VPN server and its helper. */
export const vpnTrials: Trials = {
  'PUT /plugins/wireguard/peer': { good: [['/plugins/wireguard/peer', PEER]] },
  'GET /plugins/wireguard/peers': { good: [['/plugins/wireguard/peers']] },
  'GET /plugins/wireguard/config': { good: [['/plugins/wireguard/config']] },
  'GET /plugins/wireguard/status': { good: [['/plugins/wireguard/status']] },
  'PUT /plugins/wireguard/down': { good: [['/plugins/wireguard/down']] },
  'PUT /plugins/wireguard/up': { good: [['/plugins/wireguard/up']] },
  'PUT /wireguardUpdate': { good: [['/wireguardUpdate', UPDATE]] },
  'DELETE /wireguardUpdate': { good: [['/wireguardUpdate', UPDATE]] },
}
