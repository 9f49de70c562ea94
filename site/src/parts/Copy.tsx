import { type ReactNode, useState } from 'react'

/** The clipboard's own interface is kept from pages that came without TLS, as those of a router do at first. */
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
  /** What is copied: asked for when the button is pressed. */
  readonly text: () => string
}

/** A button that copies, and says that it did. */
export function Copy({ text }: Props): ReactNode {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button type="button" className="copy" onClick={() => copy(text()).then(() => setIsCopied(true))}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
