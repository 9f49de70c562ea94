import type { PhraseJson } from '../../router/phrases/phrase.ts'

/** Sentences by their code, each with `{1}`, `{2}` … in place of what is filled in. */
export type Sentences = Readonly<Record<string, string>>

/** A message as the header `X-Message` has it. */
export interface MessageJson extends PhraseJson {
  /** What it is about, such as `Rules.0.DstIP`. */
  readonly Field?: string
}

const FILLED = /\{(\d+)\}/g
/** Messages in one another, such as the failures of several resolvers. */
const MOST_NESTED = 32

/**
 * Returns a function that translates a message of the router by its code. One without a code stays as the router wrote it, and so do
 * texts that are filled in: names, and messages of other programs.
 */
export function openMessageTranslator(translations: Sentences): (message: string, coded?: MessageJson) => string {
  /** Undefined if this app has no translation of the code or of one that is filled in, as after an update of the router. */
  function sentenceOf({ Code, Values }: PhraseJson, depth = 0): string | undefined {
    const sentence = Object.hasOwn(translations, Code) ? translations[Code] : undefined
    if (sentence === undefined || !Array.isArray(Values) || depth > MOST_NESTED) return undefined
    const inner = Values.map((value) => (typeof value === 'object' ? sentenceOf(value, depth + 1) : value))
    if (inner.includes(undefined)) return undefined
    return sentence.replace(FILLED, (_, index: string) => inner[Number(index) - 1] ?? '')
  }

  return (message, coded) => {
    const sentence = coded && sentenceOf(coded)
    if (sentence === undefined) return message
    return coded?.Field === undefined ? sentence : `${coded.Field}: ${sentence}`
  }
}
