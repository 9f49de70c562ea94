import { StrictMode } from 'react'
import { type LoginProps, LoginScreen } from './LoginScreen.tsx'

/** The sign-in page that opens before the app is loaded. The build renders it as well, and both have to be the same. */
export const SignInPage = (props: LoginProps) => (
  <StrictMode>
    <LoginScreen {...props} />
  </StrictMode>
)
