import { codeOfTemplate } from '../../../model/messages/alerts/own.ts'
import { render, type TemplateNames } from '../../../model/messages/alerts/render.ts'
import type { Cause } from '../../../model/wifi/admission/failure.ts'
import { englishPhrases } from '../../../phrases/english.ts'
import type { Language } from '../../../phrases/language.ts'
import { type Code, Phrase, type PhraseJson, phraseFrom } from '../../../phrases/phrase.ts'
import { sentenceFor } from '../../../phrases/translation.ts'
import { isObject } from '../../../values/object.ts'

/** An alert as it is stored: title and body are templates. `Topic` is that of the event. */
interface AlertTemplates {
  readonly Topic: string
  readonly Title?: string | undefined
  readonly Body?: string | undefined
}

/** The title and the text of an alert for a reader: those of the router’s own rules in the reader’s language. */
export type TextsOf = (
  alert: AlertTemplates,
  event: unknown,
  language: Language,
) => { readonly title: string; readonly body: string }

export function openAlertTexts(names: TemplateNames): TextsOf {
  return ({ Topic, Title = '', Body = '' }, event, language) => {
    const words: TemplateNames = {
      ...names,
      locale: language,
      wordsOf: (of, field) => {
        const message = messageIn(of, field)
        return message && sentenceFor(language, message)
      },
    }
    const filled = (template: string, as: 'title' | 'body'): string => {
      const code = codeOfTemplate(Topic, template)
      return render(code ? sentenceFor(language, new Phrase(code, [])) : template, event, words, as)
    }
    return { title: filled(Title, 'title'), body: filled(Body, 'body') }
  }
}

/** Messages in one another. */
const MOST_NESTED = 32

const CAUSES: Readonly<Record<Cause, Code>> = {
  'wrong passphrase': 'alert.wrongPassphrase',
  'unknown device': 'alert.unknownStation',
  disabled: 'alert.disabledStation',
  'WPA2 only': 'alert.wpa2Only',
  'passphrase of another device': 'alert.otherPassphrase',
  'passphrase already used': 'alert.usedPassphrase',
}

/** What a field of an event says, if the event has it as a code too: `Reason` with `Coded`, and the cause of a failed join. */
function messageIn(event: unknown, field: string): Phrase | undefined {
  if (!isObject(event)) return undefined
  const { Coded, Cause: cause } = event
  if (field === 'Reason') return isPhraseJson(Coded) ? phraseFrom(Coded) : undefined
  const isKnown = field === 'Cause' && typeof cause === 'string' && Object.hasOwn(CAUSES, cause)
  return isKnown ? new Phrase(CAUSES[cause as Cause], []) : undefined
}

/** Plugins publish events too, with any fields. */
const isPhraseJson = (value: unknown, depth = 0): value is PhraseJson =>
  depth <= MOST_NESTED &&
  isObject(value) &&
  typeof value.Code === 'string' &&
  Object.hasOwn(englishPhrases, value.Code) &&
  Array.isArray(value.Values) &&
  value.Values.every((inner) => typeof inner === 'string' || isPhraseJson(inner, depth + 1))
