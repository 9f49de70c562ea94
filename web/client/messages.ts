/** Translations of messages by the message, each with `{1}`, `{2}` … in place of what is filled in. */
export type Messages = Readonly<Record<string, string>>

const FILLED = /\{(\d+)\}/g
const FILLED_IN = /\{\d+\}/
/** An error about a field: `Rules.0.DstIP: must be an address`. */
const OF_FIELD = /^([\w.[\]]+: )(.+)$/s
/** About something else: `9.9.9.9 (dns.quad9.net): no answer in time`. */
const ABOUT = /^(.+?: )(.+)$/s
/** Between what a field may be. */
const OR = ', or '
/** Between several messages. */
const AND = '; '

/**
 * Returns a function that translates messages of the router. What is filled in is translated as well if it is a message. Names of fields
 * stay, and so does a message that is not known. `or` separates alternatives.
 */
export function openMessages(messages: Messages, or: string): (message: string) => string {
  // Of several patterns that match, the one with the most text describes the message best.
  const patterns = Object.entries(messages)
    .filter(([message]) => message.includes('{'))
    .sort(([a], [b]) => lengthOf(b) - lengthOf(a))
    .map(([message, translation]) => ({ message: patternOf(message), translation }))

  function known(message: string): string | undefined {
    return (
      messages[message] ??
      after(OF_FIELD, message) ??
      each(OR, or, message) ??
      filled(message) ??
      each(AND, AND, message) ??
      after(ABOUT, message)
    )
  }

  /** The translation of the rest, after what it is about. */
  function after(about: RegExp, message: string): string | undefined {
    const [, what = '', rest] = about.exec(message) ?? []
    const translation = rest && known(rest)
    return translation ? what + translation : undefined
  }

  function filled(message: string): string | undefined {
    for (const { message: pattern, translation } of patterns) {
      const found = pattern.exec(message)
      if (found) return translation.replace(FILLED, (_, index: number) => translate(found[index] ?? ''))
    }
    return undefined
  }

  function each(separator: string, translated: string, message: string): string | undefined {
    const all = message.split(separator)
    const translations = all.length > 1 ? all.map(known) : []
    return translations.length > 0 && !translations.includes(undefined) ? translations.join(translated) : undefined
  }

  const translate = (message: string): string => known(message) ?? message
  return translate
}

const lengthOf = (message: string): number => message.replace(FILLED, '').length

const SPECIAL = /[.*+?^${}()|[\]\\]/g

const patternOf = (message: string): RegExp => {
  const constant = message.split(FILLED_IN).map((text) => text.replace(SPECIAL, '\\$&'))
  return new RegExp(`^${constant.join('(.+?)')}$`, 's')
}
