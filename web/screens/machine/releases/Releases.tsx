import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import { isUpdating, type UpdateState } from '../../../../router/model/machine/releases/progress.ts'
import { call } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { systemTexts } from '../../../texts/machine/system.ts'
import styles from './Releases.module.css'
import { UpdateStatus } from './UpdateStatus.tsx'

const words = systemTexts.updates

/** The newest release, how far its installation is, and the way back. */
export function Releases({ state }: { state: UpdateState }) {
  const onSettled = () => readAgain(releases.state, releases.available)
  const look = useMutation({ mutationFn: () => call(releases.look), onSettled })
  const install = useMutation({
    mutationFn: (body: { Version: string; When: 'now' | 'night' }) => call(releases.install, { body }),
    onSettled,
  })
  const cancel = useMutation({ mutationFn: () => call(releases.cancel), onSettled })
  const [isReturning, setReturning] = useState(false)
  const [newest] = state.Releases
  const { Possible, Planned, Previous, Progress } = state
  const isBusy = isUpdating(Progress) || install.isPending
  return (
    <>
      {!isUpdating(Progress) && <p role="status">{newest ? words.found(newest.Version) : words.none}</p>}
      {newest && newest.Notes !== '' && (
        <More label={words.notes}>
          <p className={styles.notes}>{newest.Notes}</p>
        </More>
      )}
      {Possible && <UpdateStatus update={Progress} />}
      {Planned !== '' && <p>{words.planned(Planned)}</p>}
      <div className={forms.buttons}>
        {Possible && newest && Planned === '' && (
          <>
            <Button disabled={isBusy} onClick={() => install.mutate({ Version: newest.Version, When: 'now' })}>
              {words.now}
            </Button>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => install.mutate({ Version: newest.Version, When: 'night' })}
            >
              {words.night}
            </Button>
          </>
        )}
        {Planned !== '' && (
          <Button variant="default" onClick={() => cancel.mutate()}>
            {words.cancel}
          </Button>
        )}
        <Button variant="default" loading={look.isPending} disabled={isBusy} onClick={() => look.mutate()}>
          {words.look}
        </Button>
      </div>
      {Possible && newest && <p>{words.size(bytesOf(newest.Bytes))}</p>}
      {Possible && Previous !== '' && (
        <div className={styles.previous}>
          <span>{words.previous(Previous)}</span>
          <Button variant="default" disabled={isBusy} onClick={() => setReturning(true)}>
            {words.back}
          </Button>
        </div>
      )}
      <SaveError error={look.error ?? cancel.error ?? (isReturning ? null : install.error)} />
      <ConfirmDialog
        opened={isReturning}
        onClose={() => setReturning(false)}
        title={words.backTitle(Previous)}
        hint={words.backHint}
        confirm={words.back}
        onConfirm={() => install.mutate({ Version: Previous, When: 'now' }, { onSuccess: () => setReturning(false) })}
        action={install}
      />
    </>
  )
}
