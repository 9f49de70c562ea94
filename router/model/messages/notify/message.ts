import type { Language } from '../../../phrases/language.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { sentenceFor } from '../../../phrases/translation.ts'
import { ALERT_TYPES, type AlertType } from './target.ts'

const MOST_TITLE = 200
const MOST_BODY = 2000
/** Characters of JSON. */
const MOST_EVENT = 4000
/** Titles that a bundle lists. */
const MOST_TITLES = 8

/** An alert on its way to a receiver. Texts are plain text: carriers escape them where they have a format. */
export interface Message {
  /** Unique; the same for each attempt and each target. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The topic of the event. */
  readonly topic: string
  readonly type: AlertType
  /** Of its texts. Messages that wait since an earlier version have none: they are in English. */
  readonly language?: Language
  readonly title: string
  readonly body: string
  /** Number of further alerts that are bundled in this message. */
  readonly more: number
  /** The part of the event that the alert has; absent if it is large. */
  readonly event?: unknown
}

/** A message with texts of limited length: the title is one line, and the body has no control characters but line feeds. */
export function messageOf({ title, body, event, ...rest }: Omit<Message, 'more'>): Message {
  const oneLine = withoutControl(title).replace(/\s+/g, ' ').trim()
  return {
    ...rest,
    title: shortened(oneLine || rest.topic, MOST_TITLE),
    body: shortened(withoutControl(body.replace(/\r\n?/g, '\n')).trim(), MOST_BODY),
    more: 0,
    ...(event !== undefined && JSON.stringify(event).length <= MOST_EVENT ? { event } : {}),
  }
}

/** One message for all of these: the most serious, of several the latest, with the titles of the others. */
export function bundled(messages: readonly Message[]): Message {
  const rank = ({ type }: Message): number => ALERT_TYPES.indexOf(type)
  const chief = messages.reduce((best, one) => (rank(one) >= rank(best) ? one : best))
  if (messages.length === 1) return chief
  const others = messages.filter((one) => one !== chief)
  const more = messages.reduce((sum, one) => sum + one.more, others.length)
  const listed = [...new Set(others.map(({ title }) => title))].slice(0, MOST_TITLES)
  return {
    ...chief,
    more,
    body: [
      chief.body,
      sentenceFor(chief.language ?? 'en', phrase('alert.more', more)),
      ...listed.map((title) => `- ${title}`),
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

/** The title with the number of alerts that are bundled. */
export const headingOf = ({ title, more, language = 'en' }: Pick<Message, 'title' | 'more' | 'language'>): string =>
  more === 0 ? title : sentenceFor(language, phrase('alert.withMore', title, more))

/** Replaces control characters but line feeds, and those that reverse the direction of text, by spaces. */
const withoutControl = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that end a header or a line in some format
  text.toWellFormed().replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ')

const shortened = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
