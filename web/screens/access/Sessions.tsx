import { Button } from '@mantine/core'
import { session } from '../../client/client.ts'
import { signOut } from '../../client/signin.ts'
import forms from '../../parts/forms/Form.module.css'
import { Section } from '../../parts/layout/Section.tsx'
import { accessTexts } from '../../texts/access.ts'

/** The API does not list sessions. Changing the password ends all others. */
export const Sessions = () => (
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
