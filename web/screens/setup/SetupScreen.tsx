import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { session } from '../../client/client.ts'
import { Doorstep } from '../../parts/shell/SignedOutPage.tsx'
import { setupTexts as texts } from '../../texts/setup.ts'
import { LoginForm } from '../system/LoginForm.tsx'
import { Begin } from './Begin.tsx'
import { ComputerStep } from './ComputerStep.tsx'
import { HomeStep } from './HomeStep.tsx'
import { InternetStep } from './InternetStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { progress, type Step } from './progress.ts'
import styles from './Setup.module.css'

/**
 * The first run, page by page. What a page has saved the router keeps, so that somebody who comes back, on whatever
 * machine, only has to say who they are.
 */
export function SetupScreen() {
  const signed = useSyncExternalStore(session.subscribe, session.current)
  const { step } = useSearch({ from: '/auth/setup' })
  const [knows, setKnows] = useState(false)
  const navigate = useNavigate()
  const go = (next: Step) => {
    progress.keep(next)
    void navigate({ to: '/auth/setup', search: { step: next } })
  }
  if (!signed) {
    if (step || knows) return <Resume onAnew={() => setKnows(false)} isSure={step !== undefined} />
    return <Begin onKnown={() => setKnows(true)} />
  }
  switch (step ?? progress.current() ?? 'internet') {
    case 'internet':
      return <InternetStep onDone={() => go('home')} />
    case 'home':
      return <HomeStep onDone={() => go('computer')} />
    case 'computer':
      return <ComputerStep onDone={() => go('phone')} />
    case 'phone':
      return <PhoneStep />
  }
}

/** Somebody has chosen a password before, here or elsewhere: with it, the first run goes on. */
const Resume = ({ isSure, onAnew }: { isSure: boolean; onAnew: () => void }) => (
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
