/** The parts of the router that events belong to. */
export const AREAS = [
  'device',
  'wifi',
  'address',
  'dns',
  'firewall',
  'login',
  'vpn',
  'internet',
  'system',
  'alert',
  'other',
] as const
export type Area = (typeof AREAS)[number]

export const PERIODS = ['hour', 'day', 'week'] as const
export type Period = (typeof PERIODS)[number]
const LENGTH_S: Record<Period, number> = { hour: 3600, day: 86_400, week: 7 * 86_400 }

/** Filters of the events, kept in the URL so that other screens can link to them. */
export interface WantedEvents {
  readonly q?: string
  /** The identity of a device. */
  readonly device?: string
  readonly kind?: Area
  /** Without it and `from`, all stored events. */
  readonly period?: Period
  /** A chosen time instead of `period`, in seconds since 1970. */
  readonly from?: number
  readonly to?: number
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined
const seconds = (value: unknown): number | undefined => {
  const number = Math.floor(Number(value))
  return value !== undefined && Number.isSafeInteger(number) && number > 0 && number < 1e11 ? number : undefined
}

/** Parses URL parameters; invalid ones are ignored. */
export function wantedEventsOf({ q, device, kind, period, from, to }: Record<string, unknown>): WantedEvents {
  const all = {
    q: text(q),
    device: text(device),
    kind: AREAS.find((one) => one === kind),
    period: PERIODS.find((one) => one === period),
    from: seconds(from),
    to: seconds(to),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** The wanted time in seconds since 1970; without an end for one that lasts until now. `now` in milliseconds. */
export function timeOf({ period, from, to }: WantedEvents, now: number): { from?: number; to?: number } {
  if (from !== undefined || to !== undefined)
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return period === undefined ? {} : { from: Math.floor(now / 1000) - LENGTH_S[period] }
}
