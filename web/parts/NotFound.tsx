import { Button } from '@mantine/core'
import { texts } from '../texts.ts'
import { Face } from './Face.tsx'

export const NotFound = () => (
  <main>
    <Face title={texts.shell.notFound} hint={texts.shell.notFoundHint}>
      <Button component="a" href="/" variant="default">
        {texts.shell.home}
      </Button>
    </Face>
  </main>
)
