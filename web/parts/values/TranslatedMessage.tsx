import { useEffect, useState } from 'react'
import { translateMessage } from '../../texts/translate.ts'

interface Props {
  /** In English. */
  readonly of: string
  /** The text that it is a part of. */
  readonly within?: ((message: string) => string) | undefined
}

/** A message of the router in the language of the app; in English until its translation is loaded. */
export function TranslatedMessage({ of: message, within = (text) => text }: Props) {
  const [shown, setShown] = useState({ message, text: message })
  useEffect(() => {
    let isCurrent = true
    void translateMessage(message).then((text) => isCurrent && setShown({ message, text }))
    return () => {
      isCurrent = false
    }
  }, [message])
  return within(shown.message === message ? shown.text : message)
}
