import type { Device } from '../features/devices/device.ts'

export interface AuthEvent {
  type: 'user' | 'token'
  /** `ip:port:api` or `ip:port:websocket`. */
  reason: string
  ip: string
  username?: string
  name?: string
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

/** A part of the machine that is not as the Network says, and cannot be made so now. It is tried again. */
export interface Drift {
  driver: string
  what: string
  reason: string
}

/** The one list of topics, each with its payload. Names are those that clients of API 0.3.0 subscribe to. */
export interface Events {
  'auth:success': AuthEvent
  'auth:failure': AuthEvent
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
  'wifi:auth:fail': Omit<StationEvent, 'Event'> & { Type: string; Reason: string }
  'wifi:station:disconnect': StationEvent
  'wan:uplink:up': { Iface: string }
  'wan:uplink:down': { Iface: string }
  'system:drift': { drift: Drift[] }
  /** An answer from outside that pointed into the home, and was withheld. */
  'dns:blockrebind:event': { ClientIP: string; BlockedIP: string; Name: string }
  'log:api': { level: string; msg: string; time: string }
  'log:www:access': { remoteaddr: string; method: string; path: string }
}

/** A topic of the catalogue, or one made from a subject, such as `dns:serve:192.168.2.6`. */
export type Topic = keyof Events | `dns:serve:${string}`
