import { englishPhrases } from './english.ts'

/** The codes of all messages, such as `home.deviceUnknown`. They stay when a sentence is reworded. */
export type Code = keyof typeof englishPhrases

/** What is filled in: a text or number, which is not changed, or another message. */
export type PhraseValue = string | number | Phrase

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never
type Filled<Text extends string> =
  '5' extends Places<Text>
    ? [PhraseValue, PhraseValue, PhraseValue, PhraseValue, PhraseValue]
    : '4' extends Places<Text>
      ? [PhraseValue, PhraseValue, PhraseValue, PhraseValue]
      : '3' extends Places<Text>
        ? [PhraseValue, PhraseValue, PhraseValue]
        : '2' extends Places<Text>
          ? [PhraseValue, PhraseValue]
          : '1' extends Places<Text>
            ? [PhraseValue]
            : []
/** The values of a sentence, one for each of its places. */
export type PhraseValues<C extends Code> = Filled<(typeof englishPhrases)[C]>

/** A message of the router: the code of a sentence and its values. As text it is the English sentence. */
export class Phrase {
  readonly code: Code
  readonly values: readonly PhraseValue[]
  constructor(code: Code, values: readonly PhraseValue[]) {
    this.code = code
    this.values = values
  }

  toString(): string {
    return sentenceIn(englishPhrases, this)
  }

  /** As clients receive it: `{ Code, Values }`, where a value is a text or the same again. */
  toJSON(): PhraseJson {
    return {
      Code: this.code,
      Values: this.values.map((value) => (value instanceof Phrase ? value.toJSON() : String(value))),
    }
  }
}

/** A message as clients receive it. */
export interface PhraseJson {
  readonly Code: string
  readonly Values: readonly (string | PhraseJson)[]
}

/** A message: `phrase('home.noGroup', name)`. */
export const phrase = <C extends Code>(code: C, ...values: PhraseValues<C>): Phrase => new Phrase(code, values)

/** A message about a field, such as `Rules.0.DstIP: must be an address`. */
export const ofField = (field: string, wrong: Phrase): Phrase => phrase('field.named', field, wrong)

/** Several messages as one; undefined for none. */
export const severalOf = (messages: readonly Phrase[]): Phrase | undefined =>
  messages.length === 0 ? undefined : messages.reduce((all, one) => phrase('machine.several', all, one))

/** A message for a schema, whose errors are texts: `phraseIn` reads it from there. */
export const schemaPhrase = <C extends Code>(code: C, ...values: PhraseValues<C>): string =>
  JSON.stringify(phrase(code, ...values))

/** The message in the error of a schema. */
export function phraseIn(text: string): Phrase {
  const json = text.startsWith('{"Code":') ? (JSON.parse(text) as PhraseJson) : undefined
  return json ? phraseFrom(json) : verbatim(text)
}

/** A sentence that is not in the catalogue, such as an error of the kernel or of another program. */
export const verbatim = (text: string): Phrase => phrase('machine.verbatim', text)

/** A message from its JSON, which another thread has sent. */
export const phraseFrom = ({ Code, Values }: PhraseJson): Phrase =>
  new Phrase(
    Code as Code,
    Values.map((value) => (typeof value === 'string' ? value : phraseFrom(value))),
  )

/** Whether a message has this code, or one that is filled in. */
export const mentions = ({ Code, Values }: PhraseJson, code: Code): boolean =>
  Code === code || Values.some((value) => typeof value === 'object' && mentions(value, code))

/** Fills `{1}`, `{2}` … of the sentence in a language. Without the sentence, its code. */
export const sentenceIn = (sentences: Readonly<Partial<Record<Code, string>>>, { code, values }: Phrase): string =>
  (sentences[code] ?? code).replace(/\{(\d)\}/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    return value instanceof Phrase ? sentenceIn(sentences, value) : String(value)
  })

/** The base of errors that are answered with a message. As text they are its English sentence. */
export abstract class PhraseError extends Error {
  readonly phrase: Phrase
  constructor(message: Phrase, options?: ErrorOptions) {
    super(String(message), options)
    this.phrase = message
  }
}
