import type { Device } from './device.ts'

const GUEST_IDLE_MS = 30 * 24 * 3600_000

/**
 * The expiry of an absent guest in milliseconds since 1970: 30 days after its last DHCP request. Never for other devices, and for
 * one without a request.
 */
export const guestEnd = (device: Device): number =>
  device.DeviceTags.includes('guest') ? lastSeen(device) + GUEST_IDLE_MS : Number.POSITIVE_INFINITY

/** Parses `2024-03-01 10:00:00.123456789 +0000 UTC`; never for other texts. */
function lastSeen({ DHCPLastTime }: Device): number {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/.exec(DHCPLastTime) ?? []
  return Date.parse(`${day}T${time}Z`) || Number.POSITIVE_INFINITY
}
