import { z } from 'zod'
import { schemaPhrase } from '../phrases/phrase.ts'

/**
 * A regular expression that permits white space around `source`. Schemas check text with it before they trim it, so that the pattern in the
 * API description is the one that is checked. Patterns of JSON Schema have no flags but `u`: spell out both cases.
 */
export const padded = (source: string): RegExp => new RegExp(`^\\s*(?:${source})\\s*$`, 'u')

/** Control characters (category Cc), for a class of a regular expression. */
export const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'
/** Text without control characters (category Cc). Property escapes such as `\p{Cc}` have no meaning in patterns of many programs. */
export const ONE_LINE = padded(`[^${CONTROL}]*`)
/** The same where white space is not trimmed, and so a line break at the end is not permitted either. */
export const NO_CONTROL_CHARACTERS = new RegExp(`^[^${CONTROL}]*$`, 'u')
/** As `ONE_LINE`, with at least two characters. */
export const TWO_CHARACTERS = padded(`[^\\s${CONTROL}][^${CONTROL}]*[^\\s${CONTROL}]`)

/** A text that is not empty, of at most `most` characters; trimmed. */
export const filled = (most: number) => z.string().max(most).regex(/\S/u, schemaPhrase('field.notEmpty')).trim()

/** One line of text, of at most `most` characters; trimmed. May be empty. */
export const line = (most: number) =>
  z
    .string()
    .max(most, schemaPhrase('field.tooLong', most))
    .regex(ONE_LINE, schemaPhrase('field.noControlCharacters'))
    .trim()

/** Text without control characters, of at most `most` characters; white space stays, as in a password. May be empty. */
export const exactLine = (most: number) =>
  z
    .string()
    .max(most, schemaPhrase('field.tooLong', most))
    .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))

/** One line of text that is not empty. */
export const filledLine = (most: number) =>
  z
    .string()
    .regex(/\S/u, schemaPhrase('field.notEmpty'))
    .max(most, schemaPhrase('field.tooLong', most))
    .regex(ONE_LINE, schemaPhrase('field.noControlCharacters'))
    .trim()

/** Whether an address has a host and neither user name nor password. The empty text is valid as well. */
export function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  return text === '' || (url !== null && url.hostname !== '' && url.username === '' && url.password === '')
}

/** The source of a pattern for a label of a host name (RFC 1123 §2.1). */
export const HOST_LABEL_SOURCE = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/** The source of a pattern for a host name: labels with dots between them. */
export const HOST_NAME_SOURCE = `${HOST_LABEL_SOURCE}(?:\\.${HOST_LABEL_SOURCE})*`
