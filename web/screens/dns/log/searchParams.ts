import { DECISIONS, type Decision } from '../../../../router/features/dnslog/queries/filter.ts'

export const PERIODS = ['today', 'yesterday', 'day', 'range'] as const
export type Period = (typeof PERIODS)[number]

/** Filters of the log, kept in the URL so that other screens can link to it. */
export interface WantedLog {
  /** The address of one device. */
  readonly client?: string
  readonly words?: string
  readonly blocked?: true
  /** Any decision but `blocked`. */
  readonly decision?: Decision
  readonly period?: Period
  /** The day of the period `day`, such as `2026-03-01`. */
  readonly day?: string
  /** Begin and end of the period `range` by the clock of the browser, such as `2026-03-01T08:00`. */
  readonly from?: string
  readonly to?: string
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTime = (value: unknown): value is string => text(value) && !Number.isNaN(Date.parse(value))

export const wantedLogOf = (given: Record<string, unknown>): WantedLog => {
  const { client, words, blocked, decision, period, day, from, to } = given
  return {
    ...(text(client) && { client }),
    ...(text(words) && { words }),
    ...(blocked === true && { blocked }),
    ...(DECISIONS.includes(decision as Decision) && { decision: decision as Decision }),
    ...(PERIODS.includes(period as Period) && { period: period as Period }),
    ...(text(day) && /^\d{4}-\d\d-\d\d$/.test(day) && isTime(day) && { day }),
    ...(isTime(from) && { from }),
    ...(isTime(to) && { to }),
  }
}
