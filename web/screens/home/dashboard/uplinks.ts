import type { Outage, UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'

const words = homeTexts.internet

/** Whether the internet is there: over all ways, over some, over none; or there is none to be. */
export interface InternetState {
  readonly state: 'up' | 'partly' | 'down' | 'none'
  /** The way that is down: the link by name; undefined while all are up. */
  readonly away: string | undefined
  /** The outage of a way that is down, with its reason; undefined while all are up. */
  readonly outage: Outage | undefined
  /** Since when a way is down. */
  readonly since: Date | undefined
  /** Milliseconds until the internet answers; undefined before the first measurement. */
  readonly latencyMs: number | undefined
  /** Seconds of the last day without it. With several ways, those of the one that failed least. */
  readonly downSeconds: number
  /** Seconds for which the ways have been watched, a day at most; undefined while one is not. */
  readonly watchedSeconds: number | undefined
}

const DAY_SECONDS = 24 * 3600

/** The time of day; with the day, when that is not today. */
export function timeWithDay(at: Date, now: Date, language = locale): string {
  const isToday = at.toDateString() === now.toDateString()
  return at.toLocaleString(language, { ...(!isToday && { weekday: 'long' }), hour: '2-digit', minute: '2-digit' })
}

export function internetOf(statuses: readonly UplinkStatus[], outages: readonly Outage[], now: number): InternetState {
  const up = statuses.filter(({ Up }) => Up)
  const lasting = outages.find(({ Iface, End }) => End === 0 && statuses.some((one) => one.Iface === Iface && !one.Up))
  const answering = up.filter(({ LatencyMs }) => LatencyMs > 0).map(({ LatencyMs }) => LatencyMs)
  return {
    state: statuses.length === 0 ? 'none' : up.length === 0 ? 'down' : up.length < statuses.length ? 'partly' : 'up',
    away: lasting?.Iface,
    outage: lasting,
    since: lasting && new Date(lasting.Start * 1000),
    latencyMs: answering.length > 0 ? Math.min(...answering) : undefined,
    downSeconds: statuses.length > 0 ? Math.min(...statuses.map(({ Downtime24h }) => Downtime24h)) : 0,
    watchedSeconds: watchedFor(statuses, now),
  }
}

/** Seconds for which all uplinks have been monitored, at most a day; undefined before the first probe of one. */
function watchedFor(statuses: readonly UplinkStatus[], now: number): number | undefined {
  if (statuses.length === 0 || statuses.some(({ WatchedSince }) => WatchedSince === 0)) return undefined
  const seconds = statuses.map(({ WatchedSince }) => now / 1000 - WatchedSince)
  return Math.max(0, Math.min(DAY_SECONDS, ...seconds))
}

/** What there is to say of the last day: how long it was interrupted, or for how long it was not. */
export function pastOf({ downSeconds, watchedSeconds }: Pick<InternetState, 'downSeconds' | 'watchedSeconds'>): string {
  if (downSeconds > 0) return words.interrupted(lengthOf(downSeconds))
  if (watchedSeconds === undefined) return ''
  return watchedSeconds < DAY_SECONDS ? words.steadySince(lengthOf(watchedSeconds)) : words.steady
}
