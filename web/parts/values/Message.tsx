import { useEffect, useState } from 'react'
import { translateMessage } from '../../texts/messages.ts'

/** A message of the router in the language of the app; in English until its translation is loaded. */
export function Message({ of: message }: { of: string }) {
  const [shown, setShown] = useState({ message, text: message })
  useEffect(() => {
    let isCurrent = true
    void translateMessage(message).then((text) => isCurrent && setShown({ message, text }))
    return () => {
      isCurrent = false
    }
  }, [message])
  return shown.message === message ? shown.text : message
}
