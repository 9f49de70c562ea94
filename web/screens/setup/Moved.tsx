import { Button } from '@mantine/core'
import { setupTexts } from '../../texts/setup.ts'
import styles from './Setup.module.css'

const texts = setupTexts.moved

/** The home has another range, and with it the router another address: the first run goes on there. */
export function Moved({ host }: { host: string }) {
  const { protocol, port } = window.location
  const origin = `${protocol}//${host}${port && `:${port}`}`
  return (
    <div className={styles.answers} role="status">
      <h2>{texts.title}</h2>
      <p>{texts.hint(origin)}</p>
      <Button component="a" href={`${origin}/auth/setup?step=computer`} size="md" fullWidth>
        {texts.go}
      </Button>
    </div>
  )
}
