import type { Core } from '../../../../core.ts'
import type { Machine } from '../../../../machine/machine.ts'
import type { Device } from '../../../../model/home/devices/device.ts'
import { routerSide } from '../../../../model/home/dhcp/subnet.ts'
import { ALWAYS_ONLINE } from '../../../../model/messages/alerts/readyalert.ts'

const PROBES = 3
/** Time for a device to answer: one in power saving wakes up some times a second. */
const ANSWER_MS = 1000
/** So many are probed at the same time. */
const AT_ONCE = 16

interface Watched {
  missed: number
  /** Milliseconds since 1970; 0 if it has not answered yet. */
  lastSeen: number
  isOffline: boolean
}

interface Deps extends Pick<Core, 'bus' | 'clock' | 'facts'> {
  readonly machine: Pick<Machine, 'arpProbe'>
  /** Length of a minute in milliseconds. */
  readonly minuteMs?: number | undefined
}

/**
 * Publishes `device:offline` when a device with the tag `always-online` has not answered three ARP requests, one a minute, and
 * `device:online` when it answers again. A VPN device answers while its peer is connected.
 */
export function watchAlwaysOnline({ bus, clock, facts, machine, minuteMs = 60_000 }: Deps): Disposable {
  const watched = new Map<string, Watched>()
  let closed = false
  let timer: Disposable | undefined

  async function answers(identity: string, device: Device): Promise<boolean> {
    if (facts.vpnPeers.get(device.WGPubKey)?.online) return true
    const lease = facts.leases.get(identity)
    const link = lease && facts.links.get(lease.link)
    if (!lease || !link?.up) return false
    const sender = { ip: routerSide(lease.ip), mac: link.mac }
    try {
      const macs = await machine.arpProbe({ link: lease.link, sender, target: lease.ip, timeoutMs: ANSWER_MS })
      return macs.includes(identity)
    } catch {
      // The link may have been removed.
      return false
    }
  }

  function note(identity: string, device: Device, isAnswering: boolean): void {
    const state = watched.get(identity)
    if (!state) return
    state.missed = isAnswering ? 0 : state.missed + 1
    if (isAnswering) state.lastSeen = clock.now()
    const isOffline = state.missed >= PROBES
    if (isAnswering ? !state.isOffline : !isOffline || state.isOffline) return
    state.isOffline = isOffline
    bus.publish(isOffline ? 'device:offline' : 'device:online', {
      MAC: device.MAC,
      Name: device.Name,
      IP: device.RecentIP,
      Iface: facts.leases.get(identity)?.link ?? device.DHCPLastInterface,
      LastSeen: state.lastSeen === 0 ? '' : new Date(state.lastSeen).toISOString(),
    })
  }

  async function check(): Promise<void> {
    const chosen = new Map([...facts.devices].filter(([, device]) => device.DeviceTags.includes(ALWAYS_ONLINE)))
    for (const identity of watched.keys()) if (!chosen.has(identity)) watched.delete(identity)
    for (const identity of chosen.keys())
      if (!watched.has(identity)) watched.set(identity, { missed: 0, lastSeen: 0, isOffline: false })
    const waiting = [...chosen]
    while (waiting.length > 0 && !closed)
      await Promise.all(
        waiting
          .splice(0, AT_ONCE)
          .map(async ([identity, device]) => note(identity, device, await answers(identity, device))),
      )
    wait()
  }
  function wait(): void {
    if (!closed) timer = clock.after(minuteMs, () => void check())
  }

  wait()
  return {
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
