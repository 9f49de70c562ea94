import { StrictMode } from 'react'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { texts } from '../../../texts.ts'
import { LoginForm } from './LoginForm.tsx'

interface LoginProps {
  /** The sign-in button shows progress until it resolves. */
  onSignedIn?: () => Promise<void>
}

export const LoginScreen = ({ onSignedIn }: LoginProps) => (
  <Doorstep title={texts.login.title} hint={texts.login.hint}>
    <LoginForm onSignedIn={onSignedIn} />
  </Doorstep>
)

/** The sign-in page that opens before the app is loaded. The build renders it as well, and both have to be the same. */
export const SignInPage = (props: LoginProps) => (
  <StrictMode>
    <LoginScreen {...props} />
  </StrictMode>
)
