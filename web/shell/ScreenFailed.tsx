import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Face } from '../parts/layout/Face.tsx'
import { Doorstep } from '../parts/page/SignedOutPage.tsx'
import { texts } from '../texts.ts'
import { useRecovery } from './useRecovery.ts'

/** Shown if a screen could not be loaded or rendered; the menu stays. */
export function ScreenFailed() {
  const { hint, retry } = useWords()
  return (
    <div role="alert">
      <Face icon={<IconPlugConnectedX size={32} stroke={1.5} />} title={texts.failure.screen} hint={hint} isAlone>
        <Button variant="default" onClick={retry}>
          {texts.failure.retry}
        </Button>
      </Face>
    </div>
  )
}

/** The same without a menu. */
export function PageFailed() {
  const { hint, retry } = useWords()
  return (
    <Doorstep title={texts.failure.screen} hint={hint}>
      <Button onClick={retry}>{texts.failure.retry}</Button>
    </Doorstep>
  )
}

function useWords() {
  const { isAway, retry } = useRecovery()
  return { hint: isAway ? texts.failure.unreachable : texts.failure.screenHint, retry }
}

export const NotFoundScreen = () => (
  <Doorstep title={texts.shell.notFound} hint={texts.shell.notFoundHint}>
    <Button component="a" href="/" variant="default">
      {texts.shell.home}
    </Button>
  </Doorstep>
)
