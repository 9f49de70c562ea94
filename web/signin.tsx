import { createRoot } from 'react-dom/client'
import { openPatience } from './client/retry.ts'
import { mendSheets } from './client/styleSheets.ts'
import { session } from './client/tab.ts'
import { Frame, placeOfPage } from './frame.tsx'
import type { SignInPlace } from './screens/system/address.ts'
import { LoginScreen } from './screens/system/LoginScreen.tsx'

const loadApp = openPatience({
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  mend: mendSheets,
})(() => import('./app.tsx'))

/** Shows the sign-in page, then the app at `back`; or the first setup if the router has not been set up yet. */
export async function openSignIn({ at, back }: SignInPlace, isUnset: Promise<boolean>): Promise<void> {
  if (await isUnset) return (await loadApp()).continueAt('/auth/setup', () => {})
  window.history.replaceState(null, '', at)
  const root = createRoot(placeOfPage())
  let opened: Promise<void> | undefined
  const open = () => {
    opened ??= loadApp().then(
      ({ continueAt }) => continueAt(back, () => root.unmount()),
      // After an update of the router the files of the app have other names, which the page at `back` has.
      () => window.location.assign(back),
    )
    return opened
  }
  // Also after a sign-in in another tab.
  session.subscribe(() => {
    if (session.current()) void open()
  })
  root.render(
    <Frame>
      <LoginScreen onSignedIn={open} />
    </Frame>,
  )
  // The app is loaded while the password is typed.
  setTimeout(() => void loadApp().catch(() => undefined))
}
