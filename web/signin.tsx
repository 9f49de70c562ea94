import { createRoot } from 'react-dom/client'
import { openPatience } from './client/retry.ts'
import { mendSheets } from './client/styleSheets.ts'
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
  const onSignedIn = async () => (await loadApp()).continueAt(back, () => root.unmount())
  root.render(
    <Frame>
      <LoginScreen onSignedIn={onSignedIn} />
    </Frame>,
  )
  // The app is loaded while the password is typed.
  setTimeout(() => void loadApp().catch(() => undefined))
}
