import type { QueryPeriod } from './filters.ts'

/** Filters of the log, kept in the URL so that other screens can link to it. Part of the app's first file: the screen checks them. */
export interface WantedLog {
  /** The address of one device. */
  readonly client?: string
  readonly words?: string
  readonly blocked?: true
  /** Any decision but `blocked`. */
  readonly decision?: string
  readonly period?: QueryPeriod
  /** The day of the period `day`, such as `2026-03-01`. */
  readonly day?: string
  /** Begin and end of the period `range` by the clock of the browser, such as `2026-03-01T08:00`. */
  readonly from?: string
  readonly to?: string
}

const TEXTS = ['client', 'words', 'decision', 'period', 'day', 'from', 'to']

export const wantedLogOf = (given: Record<string, unknown>): WantedLog => ({
  ...Object.fromEntries(
    Object.entries(given).filter(([name, value]) => TEXTS.includes(name) && typeof value === 'string' && value !== ''),
  ),
  ...(given.blocked === true && { blocked: true }),
})
