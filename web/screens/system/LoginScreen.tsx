import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useActionState } from 'react'
import { system } from '../../../router/features/system/contract.ts'
import { callAs, session } from '../../client/client.ts'
import { Failure } from '../../client/failure.ts'
import { Doorstep } from '../../parts/Doorstep.tsx'
import { texts } from '../../texts.ts'
import styles from './LoginScreen.module.css'

/** What to tell somebody who did not get in. */
function complaint(error: unknown): string {
  if (!(error instanceof Failure)) return String(error)
  if (error.reason === 'signedOut') return texts.login.wrong
  return error.reason === 'locked' ? texts.login.wait(error.retryAfterSeconds) : error.message
}

export function LoginScreen() {
  useDocumentTitle(`${texts.login.title} · ${texts.product}`)
  const [{ error, user }, signIn, pending] = useActionState(
    async (_: { error: string; user: string }, form: FormData) => {
      const credentials = { user: String(form.get('user')).trim(), password: String(form.get('password')) }
      try {
        await callAs(credentials)(system.status)
      } catch (reason) {
        return { error: complaint(reason), user: credentials.user }
      }
      session.keep(credentials)
      return { error: '', user: credentials.user }
    },
    { error: '', user: 'admin' },
  )
  return (
    <Doorstep title={texts.login.title} hint={texts.login.hint}>
      <form action={signIn} className={styles.form}>
        <TextInput
          key={user}
          label={texts.login.user}
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={user}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={texts.login.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          error={error !== '' && <span role="alert">{error}</span>}
        />
        <Button type="submit" loading={pending} size="md">
          {texts.login.submit}
        </Button>
      </form>
    </Doorstep>
  )
}
