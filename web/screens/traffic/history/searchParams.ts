import type { Scale } from '../../../../router/features/usage/calendar.ts'

/** What is shown, kept in the URL. At most one of `device` and `group`. */
export interface WantedHistory {
  readonly scale?: Scale
  /** MAC address or WireGuard key. */
  readonly device?: string
  readonly group?: string
}

const isScale = (scale: unknown): scale is Scale => scale === 'hour' || scale === 'day' || scale === 'month'

export const wantedHistoryOf = ({ scale, device, group }: Record<string, unknown>): WantedHistory => ({
  ...(isScale(scale) && { scale }),
  ...(typeof device === 'string' && device !== ''
    ? { device }
    : typeof group === 'string' && group !== '' && { group }),
})
