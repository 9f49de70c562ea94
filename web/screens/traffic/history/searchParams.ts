import type { Scale } from '../../../../router/model/traffic/usage/calendar.ts'

/** What is shown, kept in the URL. At most one of `device` and `group`. */
export interface WantedHistory {
  readonly scale?: Scale
  /** MAC address or WireGuard key. */
  readonly device?: string
  readonly group?: string
  /** End of the last period, in RFC 3339; by default now. */
  readonly to?: string
}

const isScale = (scale: unknown): scale is Scale => scale === 'hour' || scale === 'day' || scale === 'month'

export const wantedHistoryOf = ({ scale, device, group, to }: Record<string, unknown>): WantedHistory => ({
  ...(isScale(scale) && { scale }),
  ...(typeof to === 'string' && !Number.isNaN(Date.parse(to)) && { to: new Date(to).toISOString() }),
  ...(typeof device === 'string' && device !== ''
    ? { device }
    : typeof group === 'string' && group !== '' && { group }),
})
