import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session as contract } from '../../../../router/model/access/credentials/contract.ts'
import { codes } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { ownName } from '../../../client/may.ts'
import { signIn } from '../../../client/signin.ts'
import { callAs, clientSession } from '../../../client/tab.ts'
import { AnyCodeField } from '../../../parts/forms/CodeField.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { setupTexts } from '../../../texts/home/setup.ts'
import { texts } from '../../../texts.ts'
import { PasswordPair } from '../../home/setup/PasswordPair.tsx'
import { SHORTEST_SETUP_PASSWORD } from '../../home/setup/strength.ts'
import styles from './OneTimeCode.module.css'
import { otpStatus } from './useOneTimeCode.ts'

const words = accessTexts.password

interface Wish {
  readonly current: string
  readonly next: string
  readonly code: string | undefined
}

/** Changes the password and starts a new session, since all sessions end. */
async function choose({ current, next, code }: Wish): Promise<void> {
  const body = { AdminPassword: next, Code: code }
  await clientSession.replace(async () => {
    // With codes at every sign-in, this call needs a code too.
    await codes.prove(() =>
      callAs({ user: ownName(), password: current }, codes.proof())(contract.changePassword, { body }),
    )
    await signIn({ user: ownName(), password: next }, undefined, clientSession.current()?.isKept).catch(
      clientSession.forget,
    )
  })
}

export function Password() {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  return (
    <Section title={words.title} hint={words.hint}>
      {isOpen ? (
        <Change
          onDone={() => {
            setOpen(false)
            setDone(true)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className={forms.form}>
          {isDone && (
            <p className={styles.on} role="status">
              {words.done}
            </p>
          )}
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              {words.change}
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}

function Change({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const { data: status } = useQuery(otpStatus())
  const save = useMutation({ mutationFn: choose, onSuccess: onDone })
  const faults = {
    next: next.length < SHORTEST_SETUP_PASSWORD && setupTexts.tooShort,
    again: next !== again && setupTexts.mismatch,
  }
  const submit = () => {
    setTried(true)
    if (!faults.next && !faults.again)
      save.mutate({ current, next, code: status?.Confirmed ? code.replace(/\s/g, '') : undefined })
  }
  const { fields, rest } = complaintOf(save.error, ['AdminPassword', 'Code'])
  const isWrong = save.error instanceof Failure && save.error.reason === 'signedOut'
  return (
    <form action={submit} className={`${forms.form} ${forms.narrow}`}>
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        value={current}
        onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        required
        withAsterisk={false}
        autoFocus
        error={isWrong && words.wrong}
      />
      <PasswordPair
        label={words.next}
        user={ownName()}
        password={next}
        again={again}
        onPassword={setNext}
        onAgain={setAgain}
        error={fields.AdminPassword ?? (tried && faults.next)}
        againError={tried && faults.again}
      />
      {status?.Confirmed && (
        <AnyCodeField
          autoFocus={false}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={fields.Code && texts.login.codeRefused(fields.Code)}
        />
      )}
      <FormEnd save={save} rest={isWrong ? '' : rest} submit={words.submit} cancel={words.cancel} onCancel={onCancel} />
    </form>
  )
}
