import { z } from 'zod'
import { BROADCAST, CAMERA, KEY, PASSWORD } from './actors.ts'
import { empty, json, jsonWith, line, none, type Row, raw, text } from './rows.ts'
import { topology } from './traffic.ts'

const ip = z.ipv4()
export const lease = z.strictObject({ Identifier: z.string(), IP: ip, RouterIP: ip, DNSIP: ip, LeaseTime: z.string() })

export const joined = { Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', Mac: CAMERA, Status: '', Router: '' }
export const failed = { Type: 'sae', MAC: CAMERA, Reason: 'mismatch' }

// biome-ignore format: a table
export const WIFI_HELPER: Row[] = [
  ['PUT', '/reportPSKAuthSuccess', joined,                                     200, json({ Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', MAC: CAMERA, Status: 'Okay', Router: '' })],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Event: 'AP-STA-DISCONNECTED' }, 400, line],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Mac: '' },                     400, line],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Mac: BROADCAST },              400, line],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Iface: '' },                   400, line],
  ['PUT', '/reportPSKAuthSuccess', raw(''),                                    400, line],
  ['PUT', '/reportPSKAuthFailure', failed,                                     200, json({ ...failed, Iface: '', Status: 'Okay', Router: '' })],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Iface: 'wlan0', Type: 'wpa2' }, 200, jsonWith({ Type: 'wpa2' })],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Iface: 'wlan0', Type: 'wpa' }, 200, jsonWith({ Iface: 'wlan0', Type: 'wpa' })],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Reason: 'mood' },              400, line],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Type: 'wep' },                 400, line],
  ['PUT', '/reportPSKAuthFailure', { ...failed, MAC: BROADCAST },              400, line],
  ['PUT', '/reportPSKAuthFailure', { ...failed, MAC: 'x' },                    400, line],
  ['PUT', '/reportDisconnect',     { ...joined, Event: 'AP-STA-DISCONNECTED' }, 200, jsonWith({ MAC: CAMERA, Status: 'Okay' })],
  ['PUT', '/reportDisconnect',     joined,                                     400, line],
  ['GET', '/interfaces',           none,                                       200, text('wlan0 ')],
  ['GET', '/interfaces_virtual_bss', none,                                     200, text('')],
  ['GET', '/topology',             none,                                       200, json(topology)],
  ['GET', '/devices',              none,                                       404, line],
]

// biome-ignore format: a table
export const DHCP_HELPER: Row[] = [
  ['PUT', '/dhcpRequest',         { MAC: CAMERA, Identifier: CAMERA, Name: 'cam', Iface: 'lan0', ParamReqList: '1,3,6', VendorClass: '' }, 200, json(lease.extend({ Identifier: z.literal(CAMERA), DNSIP: z.literal('192.168.2.1'), LeaseTime: z.literal('24h0m0s') }))],
  ['PUT', '/dhcpRequest',         { MAC: CAMERA, Iface: 'wan0' },              400, line],
  ['PUT', '/dhcpRequest',         { MAC: BROADCAST, Iface: 'lan0' },           400, line],
  ['PUT', '/dhcpRequest',         { MAC: '', Iface: 'lan0' },                  400, line],
  ['PUT', '/dhcpRequest',         { MAC: CAMERA },                             400, line],
  ['PUT', '/DHCPRequest',         { Identifier: KEY },                         200, json(lease.extend({ Identifier: z.literal(KEY) }))],
  ['PUT', '/DHCPRequest',         { Identifier: 'somebody' },                  400, line],
  ['PUT', '/DHCPRequest',         {},                                          400, line],
  ['PUT', '/abstractDhcpRequest', { Identifier: CAMERA.toUpperCase() },        200, json(lease.extend({ Identifier: z.literal(CAMERA) }))],
  ['PUT', '/abstractDhcpRequest', { Identifier: BROADCAST },                   400, line],
  ['PUT', '/dhcpUpdate',          { IP: '192.168.2.202', MAC: BROADCAST, Iface: 'lan0' }, 400, line],
  ['PUT', '/abstractDhcpRequest', none,                                        400, line],
  ['PUT', '/dhcpUpdate',          { IP: '192.168.2.202', MAC: '12:22:33:44:55:66', Name: 'rpi4', Iface: 'lan0', Router: '192.168.2.201' }, 200, empty],
  ['PUT', '/dhcpUpdate',          { IP: '192.168.2.202', MAC: CAMERA, Name: 'cam', Iface: 'lan0', Router: '' }, 400, line],
  ['PUT', '/dhcpUpdate',          { IP: 'x', MAC: CAMERA, Iface: 'lan0' },     400, line],
]

const update = { IP: '192.168.2.234', PublicKey: KEY, Iface: 'wg0', Name: 'wfh-laptop' }

// biome-ignore format: a table
export const VPN_HELPER: Row[] = [
  ['PUT',    '/wireguardUpdate', { ...update, PublicKey: 'AAAA' },     400, line],
  ['PUT',    '/wireguardUpdate', { ...update, IP: '10.1.2.2' },        400, line],
  ['PUT',    '/wireguardUpdate', none,                                 400, line],
  ['PUT',    '/wireguardUpdate', update,                               200, empty],
  ['DELETE', '/wireguardUpdate', { ...update, PublicKey: '' },         400, line],
  ['DELETE', '/wireguardUpdate', update,                               200, empty],
  ['DELETE', '/wireguardUpdate', update,                               404, line],
  ['GET',    '/devices',         none,                                 404, line],
]

// biome-ignore format: a table
export const RECOVERY: Row[] = [
  ['PUT', '/recover', { AdminPassword: 'short' },  400, line],
  ['PUT', '/recover', none,                        200, empty],
  ['PUT', '/recover', { AdminPassword: PASSWORD }, 200, empty],
  ['GET', '/tokens',  none,                        404, line],
]
