import type { ReactNode } from 'react'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { setupTexts as texts } from '../../../texts/home/setup.ts'
import { type SetupStep, stepPosition } from './progress.ts'
import { useSetupRadios } from './useHardware.ts'

/** One page of the first run, and how many there are. */
export const StepPage = (props: { step: SetupStep; title: string; hint: string; children: ReactNode }) => {
  const { step, title, hint, children } = props
  const { hasRadio } = useSetupRadios()
  return (
    <Doorstep title={title} hint={hint} note={texts.step(...stepPosition(step, hasRadio))}>
      {children}
    </Doorstep>
  )
}
