import { z } from 'zod'
import { schemaPhrase } from '../phrases/phrase.ts'
import { padded } from './text.ts'

const SHAPE = /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,2})m)?(?:(\d{1,2})s)?$/

/** `24h0m0s`, `12h`, `90m` or `30s` in seconds; undefined when it is none of these, or zero. */
export function parseDuration(text: string): number | undefined {
  const [, hours = '0', minutes = '0', seconds = '0'] = SHAPE.exec(text.trim()) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 ? total : undefined
}

/** Seconds as `24h0m0s`, the form clients parse. */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m${seconds % 60}s`

/** A length of time in hours, minutes and seconds, at most 99 hours. */
export const Duration = z
  .string()
  .regex(padded('(?=\\d)(?=[^1-9]*[1-9])(\\d{1,2}h)?(\\d{1,2}m)?(\\d{1,2}s)?'), schemaPhrase('field.duration'))
  .trim()
  .meta({ example: '24h0m0s' })
