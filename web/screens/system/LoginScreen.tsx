import { Doorstep } from '../../parts/shell/SignedOutPage.tsx'
import { texts } from '../../texts.ts'
import { LoginForm } from './LoginForm.tsx'

export const LoginScreen = () => (
  <Doorstep title={texts.login.title} hint={texts.login.hint}>
    <LoginForm />
  </Doorstep>
)
