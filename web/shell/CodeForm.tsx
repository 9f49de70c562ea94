import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useActionState, useState } from 'react'
import { otp } from '../../router/model/access/credentials/contract.ts'
import { passkeys } from '../../router/model/access/credentials/passkeycontract.ts'
import { codes } from '../client/client.ts'
import { ownName } from '../client/may.ts'
import { query } from '../client/query.ts'
import { clientSession } from '../client/tab.ts'
import dialog from '../parts/dialogs/Dialog.module.css'
import { AnyCodeField, codeComplaint, codeIn, RecoveryField } from '../parts/forms/CodeField.tsx'
import { LazyPasskeyButton, mayHavePasskeys } from '../parts/forms/passkeyPart.ts'
import { ButtonLink } from '../parts/layout/ButtonLink.tsx'
import { PlainButton } from '../parts/plain/PlainButton.tsx'
import { locale } from '../parts/values/locale.ts'
import { passkeyTexts } from '../texts/access/credentials/passkeys.ts'
import { texts } from '../texts.ts'
import styles from './CodeDialog.module.css'

/** The form of the dialog for one-time codes, loaded when a call needs one. */
export function CodeForm() {
  const { data: status } = useQuery(query(otp.status, { query: { name: ownName() } }))
  const [error, submit, pending] = useActionState(async (_: string, form: FormData) => {
    const code = codeIn(form)
    return await codes.give(code).then(
      () => '',
      (reason: Error) => codeComplaint(reason),
    )
  }, '')
  const passkey = mayHavePasskeys() && (
    <div className={styles.field}>
      <Suspense>
        <LazyPasskeyButton onUse={usePasskey} isSecond />
      </Suspense>
    </div>
  )
  const isWithoutCodes = status !== undefined && !status.Confirmed
  const { data: own } = useQuery({ ...query(passkeys.status), enabled: isWithoutCodes })
  if (isWithoutCodes && !own) return null
  if (isWithoutCodes && own?.Registered)
    return (
      <PasskeyForm hosts={own.Credentials.map(({ Host }) => Host)} button={passkey} error={error} submit={submit} />
    )
  if (isWithoutCodes)
    return (
      <>
        <p>{texts.code.none}</p>
        <div className={dialog.answers}>
          <Button variant="default" onClick={codes.refuse}>
            {texts.code.close}
          </Button>
          <ButtonLink to="/admin/system/access" onClick={codes.refuse}>
            {texts.code.setUp}
          </ButtonLink>
        </div>
      </>
    )
  return (
    <form action={submit}>
      <p>{texts.code.hint}</p>
      <AnyCodeField className={styles.field} description={undefined} error={error} />
      {passkey}
      <div className={dialog.answers}>
        <Button variant="default" onClick={codes.refuse}>
          {texts.code.cancel}
        </Button>
        <Button type="submit" loading={pending}>
          {texts.code.submit}
        </Button>
      </div>
    </form>
  )
}

interface PasskeyFormProps {
  /** The names of the router at which the passkeys work. */
  hosts: readonly string[]
  /** The button that uses one; nothing where there is none for this address. */
  button: ReactNode
  /** Of the last recovery code. */
  error: string
  submit: (form: FormData) => void
}

/** For a user with passkeys and without one-time codes: a passkey, or a recovery code instead. */
function PasskeyForm({ hosts, button, error, submit }: PasskeyFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const { protocol, hostname } = window.location
  const isHere = protocol === 'https:' && hosts.includes(hostname)
  const places = new Intl.ListFormat(locale).format([...new Set(hosts)].map((host) => `https://${host}`))
  return (
    <form action={submit}>
      {isRecovery ? (
        <RecoveryField className={styles.field} error={error} />
      ) : (
        <>
          <p>{isHere ? passkeyTexts.confirm : passkeyTexts.elsewhere(places)}</p>
          {button}
          <PlainButton kind="quiet" onClick={() => setRecovery(true)}>
            {texts.login.useRecovery}
          </PlainButton>
        </>
      )}
      <div className={dialog.answers}>
        <Button variant="default" onClick={codes.refuse}>
          {texts.code.cancel}
        </Button>
        {isRecovery && <Button type="submit">{texts.code.submit}</Button>}
      </div>
    </form>
  )
}

async function usePasskey(): Promise<void> {
  const { proveByPasskey } = await import('../client/passkeys.ts')
  const signed = clientSession.current()
  if (signed) codes.keep(await proveByPasskey(signed))
}
