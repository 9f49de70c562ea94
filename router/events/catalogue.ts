import type { Device } from '../features/devices/device.ts'
import type { BlockListStatus } from '../features/dnsblock/lists/status.ts'
import type { DynDnsStatus } from '../features/dyndns/contract.ts'
import type { SpeedTest } from '../features/wan/status.ts'
import type { WifiFailure } from '../features/wifi/failure.ts'

export interface AuthEvent {
  type: 'user' | 'token'
  /** `ip:port:api` or `ip:port:websocket`. */
  reason: string
  ip: string
  username?: string
  name?: string
}

/** Somebody made or took back a credential; which one by its name, never its value. */
export interface CredentialEvent {
  username: string
  credential: string
  ip: string
}

export interface DhcpRequestEvent {
  MAC: string
  Identifier: string
  Name: string
  Iface: string
  ParamReqList: string
  VendorClass: string
}

export interface DhcpResponseEvent {
  Identifier: string
  IP: string
  RouterIP: string
  DNSIP: string
  LeaseTime: string
}

export interface StationEvent {
  Iface: string
  Event: string
  MAC: string
  Status: string
  Router: string
}

export interface VpnEvent {
  VPNType: 'wireguard'
  DeviceIP: string
  /** Where the packets of the peer come from. */
  RemoteEndpoint: string
  Status: 'online' | 'offline'
}

/** A part of the machine that is not as the Network says, and cannot be made so now. It is tried again. */
export interface Drift {
  driver: string
  what: string
  reason: string
}

interface TunnelEvent {
  Name: string
  Link: string
  /** Why it does not work; empty if it does. */
  Reason: string
}

/** The one list of topics, each with its payload. Names are those that clients of API 0.3.0 subscribe to. */
export interface Events {
  'auth:success': AuthEvent
  'auth:failure': AuthEvent
  'auth:logout': CredentialEvent
  'auth:token:create': CredentialEvent
  'auth:token:delete': CredentialEvent
  'auth:otp:update': { username: string; state: 'registered' | 'changed' | 'removed'; ip: string }
  'device:save': Device
  'device:update': Device
  'device:delete': Device
  'device:groups:update': Device
  'device:tags:update': Device
  /** The whole map: once a second at most, and only made when somebody listens. */
  'devices:save': Record<string, Device>
  'dhcp:request': DhcpRequestEvent
  'dhcp:response': DhcpResponseEvent
  'dhcp:spoof': { MAC: string; Identifier: string; Name: string; Iface: string; Reason: string }
  'wifi:auth:success': StationEvent
  'wifi:auth:fail': Omit<StationEvent, 'Event'> & Pick<WifiFailure, 'Type' | 'Cause'> & { Reason: string }
  'wifi:station:disconnect': StationEvent
  /** `State` is that of `GET /wifi/radios`, or `channel` when the access point has changed its channel. */
  'wifi:radio:state': { Iface: string; State: string; Reason: string }
  /** Radar was detected on the channel of an access point, which leaves it. */
  'wifi:radio:radar': { Iface: string; Channel: number; Frequency: number }
  /** A peer of the VPN server has connected, or has had no handshake for three minutes. */
  'device:vpn:online': VpnEvent
  'device:vpn:offline': VpnEvent
  /** A peer of the VPN server was added, changed or removed. */
  'wg:update': { IP: string; PublicKey: string; Iface: string; Name: string }
  /** An outgoing tunnel works, or has stopped working. */
  'vpn:tunnel:up': TunnelEvent
  'vpn:tunnel:down': TunnelEvent
  /** An exit uses another tunnel; empty for none. */
  'vpn:exit:switch': { Name: string; From: string; To: string }
  'wan:uplink:up': { Iface: string }
  'wan:uplink:down': { Iface: string }
  /** New connections leave over other uplinks than before: `Active` is what carries them now. */
  'wan:failover': { Iface: string; Action: 'leave' | 'return'; Active: string[] }
  'wan:speedtest': SpeedTest
  /** The state of dynamic DNS has changed. */
  'dyndns:update': DynDnsStatus
  /** A change that has to be confirmed: it waits, was kept, or was put back. */
  'system:confirm': { State: 'waiting' | 'kept' | 'put back'; Id: string; What: string; Who: string; Until: number }
  'system:drift': { drift: Drift[] }
  /** Who asked for the clock to be set, and whether it was: `ok`, or why not. */
  'system:time:sync': { ip: string; status: string }
  /** Whether names can be resolved has changed; `Reason` says why they cannot. */
  'dns:health': { Healthy: boolean; Reason: string }
  /** A block list began to be fetched or compiled, or that ended. */
  'dns:blocklist:update': BlockListStatus
  /** A name that a block list or an override blocks. */
  'dns:block:event': { ClientIP: string; Name: string }
  /** A name that an override permits; `IP` is where it leads by the owner's word, or empty. */
  'dns:override:event': { ClientIP: string; IP: string; Name: string }
  /** A response with an address inside the home that was blocked (DNS rebinding). */
  'dns:blockrebind:event': { ClientIP: string; BlockedIP: string; Name: string }
  'log:api': { level: string; msg: string; time: string }
  'log:www:access': { remoteaddr: string; method: string; path: string }
}

/** A topic of the catalogue, or one made from a subject, such as `dns:serve:192.168.2.6`. */
export type Topic = keyof Events | `dns:serve:${string}`
