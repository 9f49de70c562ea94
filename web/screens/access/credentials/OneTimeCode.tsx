import { Button, Switch } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { CodeQuestion } from './CodeQuestion.tsx'
import styles from './OneTimeCode.module.css'
import { OtpSeedForm } from './OtpSeedForm.tsx'
import { RecoveryCodesSection } from './RecoveryCodesSection.tsx'
import { otpStatus, useOneTimeCode } from './useOneTimeCode.ts'

const words = accessTexts.otp

/** Sets up one-time codes, and whether each sign-in needs one. */
export function OneTimeCode() {
  const { data: status, error, refetch } = useQuery(otpStatus())
  const { register, confirm, remove, askAlways } = useOneTimeCode()
  return (
    <Section title={words.title} hint={words.hint}>
      {status?.Confirmed ? (
        <Confirmed
          isAlwaysOn={status.AlwaysOn}
          isNew={confirm.isSuccess}
          codes={confirm.data}
          onReplace={register.mutateAsync}
          onRemove={remove.mutateAsync}
          askAlways={askAlways}
        />
      ) : register.data ? (
        <>
          <OtpSeedForm seed={register.data} confirm={confirm} onCancel={() => remove.mutate(undefined)} />
          <SaveError error={remove.error} />
        </>
      ) : status ? (
        <>
          {status.State === 'not yet validated' && <p className={styles.half}>{words.half}</p>}
          <Button loading={register.isPending} onClick={() => register.mutate(undefined)}>
            {status.State === 'not yet validated' ? words.again : words.begin}
          </Button>
          <SaveError error={register.error} />
        </>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={36} width={180} />
      )}
    </Section>
  )
}

interface ConfirmedProps extends Pick<ReturnType<typeof useOneTimeCode>, 'askAlways'> {
  isAlwaysOn: boolean
  isNew: boolean
  /** New recovery codes. */
  codes: readonly string[] | undefined
  onReplace: (code: string) => Promise<unknown>
  onRemove: (code: string) => Promise<unknown>
}

function Confirmed({ isAlwaysOn, isNew, codes, onReplace, onRemove, askAlways }: ConfirmedProps) {
  const [step, setStep] = useState<'always' | 'replace' | 'remove'>()
  const close = () => setStep(undefined)
  return (
    <div className={forms.form}>
      <p className={styles.on} role="status">
        <IconShieldCheck size={20} stroke={1.6} aria-hidden />
        {isNew ? words.done : words.on}
      </p>
      <Switch
        size="md"
        label={words.always}
        description={words.alwaysHint}
        checked={isAlwaysOn}
        onChange={() => setStep('always')}
      />
      <div className={forms.buttons}>
        <Button variant="default" onClick={() => setStep('replace')}>
          {words.replace}
        </Button>
        <Button variant="subtle" color="red" className={styles.remove} onClick={() => setStep('remove')}>
          {words.remove}
        </Button>
      </div>
      <RecoveryCodesSection first={codes} />
      {step === 'always' && (
        <CodeQuestion
          title={words.always}
          hint={words.alwaysHint}
          submit={words.goOn}
          onCode={(code) => askAlways(!isAlwaysOn, code)}
          onClose={close}
        />
      )}
      {step === 'replace' && (
        <CodeQuestion
          title={words.replace}
          hint={words.replaceHint}
          submit={words.goOn}
          onCode={onReplace}
          onClose={close}
        />
      )}
      {step === 'remove' && (
        <CodeQuestion
          title={words.remove}
          hint={words.removeHint}
          submit={words.removeConfirm}
          color="red"
          onCode={onRemove}
          onClose={close}
        />
      )}
    </div>
  )
}
