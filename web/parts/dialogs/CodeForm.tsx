import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useActionState } from 'react'
import { otp } from '../../../router/features/access/contract.ts'
import { codes } from '../../client/client.ts'
import { ownName } from '../../client/may.ts'
import { query } from '../../client/query.ts'
import { session } from '../../client/tab.ts'
import { texts } from '../../texts.ts'
import { AnyCodeField, codeComplaint, codeIn } from '../forms/CodeField.tsx'
import { LazyPasskeyButton, mayHavePasskeys } from '../forms/passkeyPart.ts'
import { ButtonLink } from '../layout/ButtonLink.tsx'
import styles from './CodeDialog.module.css'
import dialog from './Dialog.module.css'

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
  if (status && !status.Confirmed)
    return (
      <>
        <p>{texts.code.none}</p>
        {passkey}
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

async function usePasskey(): Promise<void> {
  const { proveByPasskey } = await import('../../client/passkeys.ts')
  const signed = session.current()
  if (signed) codes.keep(await proveByPasskey(signed))
}
