import { definedParams, oneOf, searchText } from '../../../parts/values/searchParam.ts'

/** The parts of the router that events belong to. */
export const EVENT_AREAS = [
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
export type EventArea = (typeof EVENT_AREAS)[number]

export const EVENT_PERIODS = ['hour', 'day', 'week'] as const
export type EventPeriod = (typeof EVENT_PERIODS)[number]
const LENGTH_S: Record<EventPeriod, number> = { hour: 3600, day: 86_400, week: 7 * 86_400 }

/** Filters of the events, kept in the URL so that other screens can link to them. */
export interface WantedEvents {
  readonly q?: string
  /** The identity of a device. */
  readonly device?: string
  readonly kind?: EventArea
  /** Without it and `from`, all stored events. */
  readonly period?: EventPeriod
  /** A chosen time instead of `period`, in seconds since 1970. */
  readonly from?: number
  readonly to?: number
}

const seconds = (value: unknown): number | undefined => {
  const number = Math.floor(Number(value))
  return value !== undefined && Number.isSafeInteger(number) && number > 0 && number < 1e11 ? number : undefined
}

/** Parses URL parameters; invalid ones are ignored. */
export function wantedEventsOf({ q, device, kind, period, from, to }: Record<string, unknown>): WantedEvents {
  return definedParams({
    q: searchText(q),
    device: searchText(device),
    kind: oneOf(EVENT_AREAS, kind),
    period: oneOf(EVENT_PERIODS, period),
    from: seconds(from),
    to: seconds(to),
  })
}

/** The wanted time in seconds since 1970; without an end for one that lasts until now. `now` in milliseconds. */
export function wantedTime({ period, from, to }: WantedEvents, now: number): { from?: number; to?: number } {
  if (from !== undefined || to !== undefined)
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return period === undefined ? {} : { from: Math.floor(now / 1000) - LENGTH_S[period] }
}
