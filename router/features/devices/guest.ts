import type { Device } from './device.ts'

const GUEST_IDLE_MS = 30 * 24 * 3600_000

/**
 * When a guest that does not come back is nobody any more, in milliseconds since 1970: 30 days after it last asked for an
 * address. Never for other devices, and for one that has not asked yet.
 */
export const guestEnd = (device: Device): number =>
  device.DeviceTags.includes('guest') ? lastSeen(device) + GUEST_IDLE_MS : Number.POSITIVE_INFINITY

/** The moment in `2024-03-01 10:00:00.123456789 +0000 UTC`; never, for a text that has none. */
function lastSeen({ DHCPLastTime }: Device): number {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/.exec(DHCPLastTime) ?? []
  return Date.parse(`${day}T${time}Z`) || Number.POSITIVE_INFINITY
}
