import { Button } from '@mantine/core'
import { texts } from '../../texts.ts'
import { Doorstep } from './SignedOutPage.tsx'

export const NotFoundScreen = () => (
  <Doorstep title={texts.shell.notFound} hint={texts.shell.notFoundHint}>
    <Button component="a" href="/" variant="default">
      {texts.shell.home}
    </Button>
  </Doorstep>
)
