import { Button } from '@mantine/core'
import { Doorstep } from '../../parts/shell/SignedOutPage.tsx'
import { setupTexts as texts } from '../../texts/setup.ts'
import { LoginForm } from '../system/LoginForm.tsx'
import styles from './Setup.module.css'

/** Somebody has chosen a password before, here or elsewhere: with it, the first run goes on. */
export const Resume = ({ isSure, onAnew }: { isSure: boolean; onAnew: () => void }) => (
  <Doorstep title={texts.resume.title} hint={texts.resume.hint}>
    <div className={styles.answers}>
      <LoginForm />
      {!isSure && (
        <Button variant="subtle" fullWidth onClick={onAnew}>
          {texts.resume.anew}
        </Button>
      )}
    </div>
  </Doorstep>
)
