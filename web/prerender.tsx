import { renderToString } from 'react-dom/server.edge'
import { SignInPage } from './screens/system/SignInPage.tsx'

/** The sign-in page as the build renders it, so that it is there before any script. */
export const signInPage = (): string => renderToString(<SignInPage />)
