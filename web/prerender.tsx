import { renderToString } from 'react-dom/server.edge'
import { EmptyShell } from './parts/shell/EmptyShell.tsx'
import { SignInPage } from './screens/machine/system/LoginScreen.tsx'

/** What the pages have as HTML, so that it is there before any script. */
export const prerendered = () => ({
  'index.html': renderToString(<EmptyShell />),
  'signin.html': renderToString(<SignInPage />),
})
