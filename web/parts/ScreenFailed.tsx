import { Button } from '@mantine/core'
import { texts } from '../texts.ts'
import { Doorstep } from './Doorstep.tsx'

/** A screen that could not even be drawn: often its file is gone because the router was updated, so load everything anew. */
export const ScreenFailed = () => (
  <Doorstep title={texts.failure.screen} hint={texts.failure.screenHint}>
    <Button onClick={() => window.location.reload()}>{texts.failure.retry}</Button>
  </Doorstep>
)
