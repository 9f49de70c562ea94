import { Button, Loader, PasswordInput, Switch } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Restored } from '../../../../router/model/machine/backup/contract.ts'
import { Failure } from '../../../client/failure.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { backupTexts } from '../../../texts/machine/backup.ts'
import type { ChosenBackup } from './archive.ts'
import styles from './Backup.module.css'

const words = backupTexts.restore

/** To bring the backup to the router, or to restore it. */
type Step = keyof typeof words.steps

interface RestoreProps {
  chosen: ChosenBackup
  /** Before the first setup: there is no state to replace, and no password to keep. */
  isNewRouter?: boolean
  restore: (name: string, wish: { Passphrase: string | undefined; SignIn: Restored['SignIn'] }) => Promise<Restored>
  onClose: () => void
  onDone: () => void
}

/** Requires confirmation before all state is replaced, and shows the progress. */
export function Restore({ chosen, isNewRouter = false, restore, onClose, onDone }: RestoreProps) {
  const [passphrase, setPassphrase] = useState('')
  const [signIn, setSignIn] = useState<Restored['SignIn']>('keep')
  const [step, setStep] = useState<Step>()
  const run = useMutation({
    mutationFn: async () => {
      if (chosen.from) setStep(chosen.from.place)
      const name = chosen.from ? await chosen.from.bring() : chosen.name
      setStep('open')
      return restore(name, { Passphrase: passphrase.trim() || undefined, SignIn: signIn })
    },
    onSettled: () => setStep(undefined),
  })
  const { fields, rest } = complaintOf(run.error, ['Passphrase'])
  if (run.isSuccess)
    return (
      <Dialog opened onClose={onDone} title={words.doneTitle}>
        {run.data.Notice !== '' && (
          <p role="status">
            <TranslatedMessage of={run.data.Notice} coded={run.data.Coded} />
          </p>
        )}
        <p>{words.doneHint[run.data.SignIn]}</p>
        <div className={forms.answers}>
          <Button onClick={onDone}>{words.signInNow}</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title={words.title} isBusy={run.isPending}>
      <p>{words.about(chosen.made.toLocaleString(locale), chosen.release)}</p>
      <p>{words.holds}</p>
      {!isNewRouter && <p>{words.effect}</p>}
      <Form onSubmit={() => run.mutate()} className={forms.form}>
        <PasswordInput
          label={words.passphrase}
          description={isNewRouter ? words.newRouter.passphraseHint : words.passphraseHint}
          autoComplete="off"
          value={passphrase}
          onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
          error={fields.Passphrase}
        />
        {!isNewRouter && (
          <Switch
            label={words.signIn.label}
            description={words.signIn.hint}
            checked={signIn === 'archive'}
            onChange={({ currentTarget }) => setSignIn(currentTarget.checked ? 'archive' : 'keep')}
          />
        )}
        {step && <Steps now={step} first={chosen.from?.place} />}
        <SaveError error={rest === '' ? null : run.error} />
        {isNewRouter && isLost(run.error) && <p role="alert">{words.newRouter.lost}</p>}
        <div className={forms.answers}>
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton color="red" loading={run.isPending}>
            {words.submit}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** The restore may have succeeded: it gives this computer the address of the backup, or none. */
const isLost = (error: Error | null): boolean => error instanceof Failure && error.reason === 'unreachable'

function Steps({ now, first }: { now: Step; first: Step | undefined }) {
  const steps: readonly Step[] = first ? [first, 'open'] : ['open']
  return (
    <ol className={styles.steps} role="status">
      {steps.map((step) => {
        const state = step === now ? 'now' : now === 'open' ? 'done' : 'next'
        return (
          <li key={step}>
            {state === 'now' && <Loader size={18} aria-hidden />}
            {state === 'done' && <IconCircleCheck size={18} stroke={1.6} aria-hidden />}
            {state === 'next' && <IconCircle size={18} stroke={1.6} aria-hidden />}
            {words.steps[step]}, {words.state[state]}
          </li>
        )
      })}
    </ol>
  )
}
