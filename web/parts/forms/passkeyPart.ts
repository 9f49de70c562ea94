import { lazy } from 'react'

/** Browsers have passkeys in secure contexts only. Where they are missing, nothing is loaded. */
export const mayHavePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** `PasskeyButton`, loaded when it is first rendered. */
export const LazyPasskeyButton = lazy(() =>
  import('./PasskeyButton.tsx').then(({ PasskeyButton }) => ({ default: PasskeyButton })),
)
