import { timeOf } from '../dhcp/text.ts'
import type { Device } from './device.ts'

const GUEST_IDLE_MS = 30 * 24 * 3600_000

/**
 * The expiry of an absent guest in milliseconds since 1970: 30 days after its last DHCP request. Never for other devices, and for
 * one without a request.
 */
export const guestEnd = (device: Device): number =>
  device.DeviceTags.includes('guest')
    ? (timeOf(device.DHCPLastTime) ?? Number.POSITIVE_INFINITY) + GUEST_IDLE_MS
    : Number.POSITIVE_INFINITY
