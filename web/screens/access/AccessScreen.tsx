import { Button } from '@mantine/core'
import { session } from '../../client/client.ts'
import { signOut } from '../../client/signin.ts'
import forms from '../../parts/forms/Form.module.css'
import { Section } from '../../parts/layout/Section.tsx'
import { accessTexts } from '../../texts/access.ts'
import { OneTimeCode } from './OneTimeCode.tsx'
import { Password } from './Password.tsx'
import { Tokens } from './Tokens.tsx'

/** Password, one-time codes, sessions and API tokens. */
export const AccessScreen = () => (
  <div className={forms.columns}>
    <div className={forms.page}>
      <OneTimeCode />
      <Password />
      <Sessions />
    </div>
    <Tokens />
  </div>
)

/** The API does not list sessions. Changing the password ends all others. */
const Sessions = () => (
  <Section title={accessTexts.sessions.title} hint={accessTexts.sessions.hint}>
    <div className={forms.form}>
      <p>{accessTexts.sessions.here(session.current()?.user ?? '')}</p>
      <div>
        <Button variant="default" onClick={signOut}>
          {accessTexts.sessions.signOut}
        </Button>
      </div>
    </div>
  </Section>
)
