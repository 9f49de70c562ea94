import type { PhraseJson } from '../../router/phrases/phrase.ts'

/** Sentences by their code, each with `{1}`, `{2}` … in place of what is filled in. */
export type Sentences = Readonly<Record<string, string>>

/** A message as the header `X-Message` has it. */
export interface MessageJson extends PhraseJson {
  /** What it is about, such as `Rules.0.DstIP`. */
  readonly Field?: string
}

/** Titles of policies. */
const TITLE = /^policy\./
const FILLED = /\{(\d+)\}/g
const FILLED_IN = /\{\d+\}/
/** An error about a field: `Rules.0.DstIP: must be an address`. */
const OF_FIELD = /^([\w.[\]]+: )(.+)$/s
/** About something else: `9.9.9.9 (dns.quad9.net): no answer in time`. */
const ABOUT = /^(.+?: )(.+)$/s
/** The code of two statements of what a field may be. */
const ALTERNATIVES = 'field.alternatives'
/** Between these. */
const OR = ', or '
/** Between several messages. */
const AND = '; '
/** Messages in messages. What a device has chosen, such as its name, may look like many. */
const MOST_DEPTH = 4
/** Coded messages in one another, such as the failures of several resolvers. */
const MOST_NESTED = 32
/** In characters; longer messages stay as they are. */
const LONGEST = 600

/**
 * Returns a function that translates messages of the router, by their code where they have one, and else by the English sentence. What
 * is filled in is translated as well if it is a message. In quotation marks there are names, which stay, and titles of policies.
 * Names of fields stay, and so does a message that is not known.
 */
export function openMessageTranslator(
  english: Sentences,
  translations: Sentences,
): (message: string, coded?: MessageJson) => string {
  const pairs = Object.entries(english).map(([code, sentence]) => [sentence, translations[code] ?? sentence] as const)
  const messages = Object.fromEntries(pairs)
  const titles = Object.fromEntries(
    Object.entries(english).flatMap(([code, sentence]) =>
      TITLE.test(code) ? [[sentence, translations[code] ?? sentence]] : [],
    ),
  )
  const or = (translations[ALTERNATIVES] ?? OR).replace(FILLED, '')
  // Of several patterns that match, the one with the most text describes the message best.
  const patterns = pairs
    .filter(([sentence]) => sentence.includes('{') && sentence !== english[ALTERNATIVES] && lengthOf(sentence) > 2)
    .sort(([a], [b]) => lengthOf(b) - lengthOf(a))
    .map(([message, translation]) => ({ message, pattern: patternOf(message), translation }))

  /**
   * The sentence of a code; undefined if this app has no translation of the code or of one that is filled in, as after an update of the
   * router. A text that is filled in may be a message of another program, or of another part of the router.
   */
  function sentenceOf({ Code, Values }: PhraseJson, depth = 0): string | undefined {
    const sentence = Object.hasOwn(translations, Code) ? translations[Code] : undefined
    if (sentence === undefined || !Array.isArray(Values) || depth > MOST_NESTED) return undefined
    const inner = Values.map((value) => (typeof value === 'object' ? sentenceOf(value, depth + 1) : value))
    if (inner.includes(undefined)) return undefined
    return sentence.replace(FILLED, (place, index: string) => {
      const at = Number(index) - 1
      const value = inner[at] ?? ''
      const isText = typeof Values[at] === 'string' && value.length <= LONGEST && !sentence.includes(`„${place}“`)
      return isText ? (known(value, 1) ?? value) : value
    })
  }

  function known(message: string, depth: number): string | undefined {
    if (Object.hasOwn(messages, message)) return messages[message]
    if (depth > MOST_DEPTH) return undefined
    return (
      after(OF_FIELD, message, depth) ??
      each(OR, or, message, depth) ??
      filled(message, depth) ??
      each(AND, AND, message, depth) ??
      (OF_FIELD.test(message) ? undefined : after(ABOUT, message, depth))
    )
  }

  /** The translation of the rest, after what it is about. */
  function after(about: RegExp, message: string, depth: number): string | undefined {
    const [, what = '', rest] = about.exec(message) ?? []
    const translation = rest && known(rest, depth + 1)
    return translation ? what + translation : undefined
  }

  function filled(message: string, depth: number): string | undefined {
    for (const { message: original, pattern, translation } of patterns) {
      const found = pattern.exec(message)
      if (!found) continue
      return translation.replace(FILLED, (place, index: number) => {
        const text = found[index] ?? ''
        if (original.includes(`“${place}”`)) return (Object.hasOwn(titles, text) && titles[text]) || text
        return known(text, depth + 1) ?? text
      })
    }
    return undefined
  }

  function each(separator: string, translated: string, message: string, depth: number): string | undefined {
    const all = message.split(separator)
    const translations = all.length > 1 ? all.map((one) => known(one, depth + 1)) : []
    return translations.length > 0 && !translations.includes(undefined) ? translations.join(translated) : undefined
  }

  return (message, coded) => {
    const sentence = coded && sentenceOf(coded)
    if (sentence !== undefined) return coded?.Field === undefined ? sentence : `${coded.Field}: ${sentence}`
    return message.length > LONGEST ? message : (known(message, 0) ?? message)
  }
}

const lengthOf = (message: string): number => message.replace(FILLED, '').length

const SPECIAL = /[.*+?^${}()|[\]\\]/g

const patternOf = (message: string): RegExp => {
  const constant = message.split(FILLED_IN).map((text) => text.replace(SPECIAL, '\\$&'))
  return new RegExp(`^${constant.join('(.+?)')}$`, 's')
}
