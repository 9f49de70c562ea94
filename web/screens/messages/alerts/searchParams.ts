import { definedParams, oneOf, searchText } from '../../../parts/values/searchParam.ts'

export const SHOWN = ['open', 'unread', 'all'] as const

/** Filters of the alerts, kept in the URL. Without `show`, those that are not resolved. */
export interface WantedAlerts {
  readonly show?: 'unread' | 'all'
  /** The identity of a device. */
  readonly device?: string
}

/** Parses URL parameters; invalid ones are ignored. */
export const wantedAlertsOf = ({ show, device }: Record<string, unknown>): WantedAlerts =>
  definedParams({ show: oneOf(['unread', 'all'], show), device: searchText(device) })
