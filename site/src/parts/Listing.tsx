import { type ReactNode, useRef } from 'react'
import { Copy } from './Copy.tsx'

interface Props {
  readonly language: string
  /** The code, in colours; see `plugins/listings.ts`. */
  readonly html: string
  readonly title?: string
}

/** A block of code. Commands can be copied, and wrap on a phone; other code is scrolled. */
export function Listing({ language, html, title }: Props): ReactNode {
  const code = useRef<HTMLElement>(null)
  const isTyped = language === 'sh'
  return (
    <div className={`theme-code-block language-${language}`}>
      {title && <div className="listing-title">{title}</div>}
      <pre tabIndex={isTyped ? undefined : 0}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own text while the site is built */}
        <code ref={code} dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
      {language !== 'text' && <Copy text={() => code.current?.textContent ?? ''} />}
    </div>
  )
}
