import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { reentry } from '../client/client.ts'
import { clientSession } from '../client/tab.ts'
import dialog from '../parts/dialogs/Dialog.module.css'
import { Dialog } from '../parts/dialogs/Dialog.tsx'
import { LoginForm } from '../screens/machine/system/LoginForm.tsx'
import { againTexts } from '../texts/dialog.ts'
import { texts } from '../texts.ts'
import styles from './SignInDialog.module.css'

/** Prompts for the password when the session has ended. The page behind it keeps its state, and waiting calls are repeated. */
export function SignInDialog() {
  const isOpen = useSyncExternalStore(reentry.subscribe, reentry.isOpen)
  return (
    <Dialog opened={isOpen} onClose={() => {}} title={againTexts.title} isBusy>
      {isOpen && (
        <>
          <p>{againTexts.hint}</p>
          <div className={styles.form}>
            <LoginForm user={clientSession.current()?.user} isKept={clientSession.current()?.isKept} />
          </div>
          <div className={dialog.answers}>
            <Button variant="subtle" color="gray" onClick={clientSession.forget}>
              {texts.shell.signOut}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
