import { type ReactNode, useState } from 'react'

/** Copies text. The clipboard API is unavailable without TLS, so there is a fallback. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const before = document.activeElement as HTMLElement | null
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  field.style.cssText = 'position: fixed; opacity: 0'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  before?.focus()
}

interface Props {
  /** Returns the text to copy. */
  readonly text: () => string
}

/** A copy button. */
export function Copy({ text }: Props): ReactNode {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button type="button" className="copy" onClick={() => copy(text()).then(() => setIsCopied(true))}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
