import type { Scale } from '../../../../router/model/traffic/usage/calendar.ts'
import { definedParams, oneOf, searchText } from '../../../parts/values/searchParam.ts'

/** What is shown, kept in the URL. At most one of `device` and `group`. */
export interface WantedHistory {
  readonly scale?: Scale
  /** MAC address or WireGuard key. */
  readonly device?: string
  readonly group?: string
  /** End of the last period, in RFC 3339; by default now. */
  readonly to?: string
}

export const wantedHistoryOf = ({ scale, device, group, to }: Record<string, unknown>): WantedHistory =>
  definedParams({
    scale: oneOf(['hour', 'day', 'month'], scale),
    to: typeof to === 'string' && !Number.isNaN(Date.parse(to)) ? new Date(to).toISOString() : undefined,
    device: searchText(device),
    group: searchText(device) === undefined ? searchText(group) : undefined,
  })
