import { useDocumentTitle } from '@mantine/hooks'
import { Doorstep } from '../../parts/Doorstep.tsx'
import { texts } from '../../texts.ts'
import { LoginForm } from './LoginForm.tsx'

export function LoginScreen() {
  useDocumentTitle(`${texts.login.title} · ${texts.product}`)
  return (
    <Doorstep title={texts.login.title} hint={texts.login.hint}>
      <LoginForm />
    </Doorstep>
  )
}
