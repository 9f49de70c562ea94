import type { Bus } from '../../../events/bus.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { DeclineRefusal, Granted, LeaseRefusal, LeaseRequest } from '../../../model/home/dhcp/grant.ts'
import { formatDuration } from '../../../values/duration.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'

/** Minimum interval between events about one misused MAC address, regardless of the number of packets. */
const SPOOF_EVENT_MS = 10_000

/** The events of DHCP. */
export function openDhcpEvents(bus: Bus, clock: MonotonicClock) {
  /** Time of the last event about each MAC address, at most one entry for each device or station. */
  const spoofed = new Map<Mac, number>()
  return {
    announceRequest: (ask: LeaseRequest): void =>
      bus.publish('dhcp:request', {
        MAC: ask.mac,
        Identifier: ask.identifier,
        Name: ask.hostName,
        Iface: ask.link,
        ParamReqList: ask.parameters,
        VendorClass: ask.vendorClass,
      }),
    announceResponse: (mac: Mac, granted: Granted): void =>
      bus.publish('dhcp:response', {
        Identifier: mac,
        IP: granted.ip,
        RouterIP: granted.routerIp,
        DNSIP: granted.dnsIp,
        LeaseTime: formatDuration(granted.leaseSeconds),
      }),
    /** A device that no owner has added has its first address. */
    announceUnknown: ({ mac, hostName, link, vendorClass }: LeaseRequest, ip: Ip): void =>
      bus.publish('device:unknown', { MAC: mac, IP: ip, Name: hostName, Iface: link, VendorClass: vendorClass }),
    announceSpoof(ask: LeaseRequest, reason: LeaseRefusal | DeclineRefusal): void {
      const now = clock.monotonic()
      const last = spoofed.get(ask.mac)
      if (last !== undefined && now - last < SPOOF_EVENT_MS) return
      spoofed.set(ask.mac, now)
      const { mac, identifier, hostName, link } = ask
      bus.publish('dhcp:spoof', { MAC: mac, Identifier: identifier, Name: hostName, Iface: link, Reason: reason })
    },
  }
}
