import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'

const APPLE = /mac|iphone|ipad|ipod/i

/** Opens the search. On a phone a glass alone, beside it what opens it on a keyboard. */
export function Button(props: ComponentProps<'button'>): ReactNode {
  const [modifier, setModifier] = useState<string>()
  useEffect(() => setModifier(APPLE.test(navigator.platform) ? '⌘' : 'Ctrl'), [])
  return (
    <button type="button" className="DocSearch DocSearch-Button" {...props}>
      <span className="DocSearch-Button-Container">
        <svg className="DocSearch-Search-Icon" width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="6" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <path d="M13 13l5 5" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
        <span className="DocSearch-Button-Placeholder">Search</span>
      </span>
      <span className="DocSearch-Button-Keys" aria-hidden="true">
        {modifier && (
          <>
            <kbd className="DocSearch-Button-Key">{modifier}</kbd>
            <kbd className="DocSearch-Button-Key">K</kbd>
          </>
        )}
      </span>
    </button>
  )
}
