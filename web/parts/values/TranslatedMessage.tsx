import { useEffect, useState } from 'react'
import type { PhraseJson as CodedJson } from '../../../router/phrases/phrase.ts'
import { translateMessage } from '../../texts/translate.ts'

interface Props {
  /** In English. */
  readonly of: string
  /** The same as a code with its values, where the router sends it. */
  readonly coded?: CodedJson | undefined
  /** The text that it is a part of. */
  readonly within?: ((message: string) => string) | undefined
}

/** A message of the router in the language of the app; in English until its translation is loaded. */
export function TranslatedMessage({ of: message, coded, within = (text) => text }: Props) {
  const [shown, setShown] = useState({ message, text: message })
  useEffect(() => {
    let isCurrent = true
    void translateMessage(message, coded).then((text) => isCurrent && setShown({ message, text }))
    return () => {
      isCurrent = false
    }
  }, [message, coded])
  return within(shown.message === message ? shown.text : message)
}
