import type { TrafficElement } from '../../../router/features/traffic/counters.ts'

/** What a device has exchanged with the internet since it has its address, in bytes. */
export interface Traffic {
  readonly received: number
  readonly sent: number
}

const NONE: Traffic = { received: 0, sent: 0 }

/** Both directions of each address, from the router's two counters. */
export function trafficOf(
  received: readonly TrafficElement[],
  sent: readonly TrafficElement[],
): ReadonlyMap<string, Traffic> {
  const all = new Map<string, Traffic>()
  for (const { IP, Bytes } of received) all.set(IP, { ...NONE, received: Bytes })
  for (const { IP, Bytes } of sent) all.set(IP, { ...(all.get(IP) ?? NONE), sent: Bytes })
  return all
}
