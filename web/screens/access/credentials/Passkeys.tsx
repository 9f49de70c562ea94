import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { otp } from '../../../../router/model/access/credentials/contract.ts'
import { recoveryCodes } from '../../../../router/model/access/credentials/listcontract.ts'
import type { PasskeyStatus } from '../../../../router/model/access/credentials/passkey.ts'
import { passkeys } from '../../../../router/model/access/credentials/passkeycontract.ts'
import { call, codes } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { ago } from '../../home/devices/ago.ts'
import { EverySignIn } from './EverySignIn.tsx'
import { NewPasskey } from './NewPasskey.tsx'
import { obstacle, PasskeyObstacle } from './PasskeyObstacle.tsx'
import styles from './Sessions.module.css'
import { otpStatus } from './useOneTimeCode.ts'

const words = accessTexts.passkeys

type Passkey = z.output<typeof PasskeyStatus>['Credentials'][number]

/** The passkeys of the user, and a form for a further one. */
export function Passkeys() {
  const { data, error, refetch } = useQuery(query(passkeys.status))
  const [leaving, setLeaving] = useState<Passkey>()
  const [isAdding, setAdding] = useState(false)
  const lookAgain = () => readAgain(passkeys.status)
  const remove = useMutation({
    async mutationFn({ ID }: Passkey) {
      await call(passkeys.remove, { body: { ID } })
      codes.forget()
    },
    onSuccess: () => setLeaving(undefined),
    onSettled: () => readAgain(passkeys.status, otp.status, recoveryCodes.status),
  })
  const { data: oneTime } = useQuery(otpStatus())
  /** Without one-time codes, which have this setting and the recovery codes otherwise. */
  const isAlone = oneTime !== undefined && !oneTime.Confirmed
  const why = obstacle()
  return (
    <Section title={words.title} hint={words.hint}>
      {data ? (
        data.Credentials.length > 0 ? (
          <ul className={styles.list}>
            {data.Credentials.map((one) => (
              <Row key={one.ID} passkey={one} onRemove={() => setLeaving(one)} />
            ))}
          </ul>
        ) : (
          !why && !isAdding && <p className={styles.note}>{words.empty}</p>
        )
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={36} width={180} />
      )}
      {why ? (
        <PasskeyObstacle why={why} />
      ) : isAdding ? (
        <NewPasskey
          onDone={() => {
            setAdding(false)
            void lookAgain()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className={styles.add}>
          <Button variant="default" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
      )}
      {isAlone && data?.Registered && <EverySignIn isOn={oneTime.AlwaysOn} />}
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={words.removeTitle(leaving?.Name ?? '')}
        confirm={words.remove}
        onConfirm={() => leaving && remove.mutate(leaving)}
        action={remove}
      >
        <p>{words.removeHint}</p>
        {isAlone && data?.Credentials.length === 1 && <p>{words.lastHint}</p>}
      </ConfirmDialog>
    </Section>
  )
}

function Row({ passkey: { Name, Host, CreatedAt, LastUsed }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const now = useNow()
  const used = new Date(LastUsed * 1000)
  return (
    <li className={styles.row}>
      <IconFingerprint size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <div className={styles.what}>
        <strong>{Name}</strong>
        <p className={styles.note}>{words.place(Host)}</p>
        <p className={styles.note}>{words.added(new Date(CreatedAt * 1000).toLocaleDateString(locale))}</p>
        <p className={styles.note}>{LastUsed === 0 ? words.unused : words.used(ago(used, new Date(now)))}</p>
      </div>
      <Button variant="default" aria-label={words.removeOne(Name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  )
}
