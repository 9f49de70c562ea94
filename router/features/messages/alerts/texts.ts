import { codeOfTemplate } from '../../../model/messages/alerts/own.ts'
import { render, type TemplateNames } from '../../../model/messages/alerts/render.ts'
import type { Cause } from '../../../model/wifi/admission/failure.ts'
import type { Language } from '../../../phrases/language.ts'
import { type Code, Phrase, type PhraseJson, phraseFrom } from '../../../phrases/phrase.ts'
import { sentenceFor } from '../../../phrases/translation.ts'

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
  const { Coded, Cause: cause } = event as { readonly Coded?: PhraseJson; readonly Cause?: Cause }
  if (field === 'Reason') return Coded && phraseFrom(Coded)
  return field === 'Cause' && cause !== undefined && Object.hasOwn(CAUSES, cause)
    ? new Phrase(CAUSES[cause], [])
    : undefined
}
