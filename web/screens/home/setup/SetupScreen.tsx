import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { clientSession } from '../../../client/tab.ts'
import { lazyPart } from '../../../parts/navigation/lazyScreen.ts'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { setupTexts as texts } from '../../../texts/home/setup.ts'
import { LoginForm } from '../../machine/system/LoginForm.tsx'
import { Begin } from './Begin.tsx'
import { ComputerStep } from './ComputerStep.tsx'
import { HomeStep } from './HomeStep.tsx'
import { InternetStep } from './InternetStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { FIRST_STEP, nextStep, progress, type SetupStep } from './progress.ts'
import styles from './Setup.module.css'
import { useSetupRadios } from './useHardware.ts'
import { WifiStep } from './WifiStep.tsx'

const ServerStep = lazyPart(() => import('./ServerStep.tsx'), 'ServerStep')
const RestoreStep = lazyPart(() => import('./RestoreStep.tsx'), 'RestoreStep')

/**
 * The setup, page by page. The router stores what each page has saved, so that a user who returns, on any machine, only
 * has to sign in.
 */
export function SetupScreen() {
  const signed = useSyncExternalStore(clientSession.subscribe, clientSession.current)
  const { step } = useSearch({ from: '/auth/setup' })
  const [way, setWay] = useState<'new' | 'resume' | 'restore' | 'server'>('new')
  const startAnew = () => setWay('new')
  const { hasRadio } = useSetupRadios()
  const navigate = useNavigate()
  const goOnTo = (next: SetupStep) => {
    progress.keep(next)
    void navigate({ to: '/auth/setup', search: { step: next } })
  }
  const goOnFrom = (current: SetupStep) => goOnTo(nextStep(current, hasRadio))
  if (!signed) {
    if (step || way === 'resume') return <Resume onAnew={startAnew} isSure={step !== undefined} />
    if (way === 'restore') return <RestoreStep onServer={() => setWay('server')} onAnew={startAnew} />
    return (
      <Begin isForRestore={way === 'server'} onKnown={() => setWay('resume')} onRestore={() => setWay('restore')} />
    )
  }
  switch (step ?? progress.current() ?? FIRST_STEP) {
    case 'internet':
      return (
        <InternetStep
          onDone={() => (way === 'server' ? goOnTo('restore') : goOnFrom('internet'))}
          onRestore={() => goOnTo('restore')}
        />
      )
    case 'restore':
      return (
        <ServerStep
          onAnew={() => {
            startAnew()
            goOnFrom('internet')
          }}
        />
      )
    case 'home':
      return <HomeStep next={nextStep('home', hasRadio)} onDone={() => goOnFrom('home')} />
    case 'wifi':
      return <WifiStep onDone={() => goOnFrom('wifi')} />
    case 'computer':
      return <ComputerStep onDone={() => goOnFrom('computer')} />
    case 'phone':
      return <PhoneStep />
  }
}

/** The password was set before, here or on another machine: the setup continues after signing in with it. */
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
