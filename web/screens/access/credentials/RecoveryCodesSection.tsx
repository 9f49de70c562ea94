import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recoveryCodes } from '../../../../router/model/access/credentials/listcontract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { saveFile } from '../../../parts/values/saveFile.ts'
import { accessTexts } from '../../../texts/access/credentials.ts'
import styles from './RecoveryCodesSection.module.css'

const words = accessTexts.recovery

/** The recovery codes of one-time codes: how many are left, and new ones. `first`: codes that were just created with the seed. */
export function RecoveryCodesSection({ first }: { first: readonly string[] | undefined }) {
  const { data: status } = useQuery(query(recoveryCodes.status))
  // Not those of the mutation, which the dialog resets when it closes.
  const [next, setNext] = useState<readonly string[]>()
  const [stored, setStored] = useState<readonly string[]>()
  const [isAsked, setAsked] = useState(false)
  const create = useMutation({
    mutationFn: () => call(recoveryCodes.create),
    onSuccess: ({ Codes }) => {
      setNext(Codes)
      setAsked(false)
    },
    onSettled: () => readAgain(recoveryCodes.status),
  })
  const made = next ?? first
  if (made && made !== stored) return <NewCodes codes={made} onDone={() => setStored(made)} />
  const hasSome = status !== undefined && status.Left > 0
  return (
    <div className={styles.state}>
      <h3>{words.title}</h3>
      {status && (
        <p className={hasSome ? styles.quiet : styles.none}>{hasSome ? words.left(status.Left) : words.none}</p>
      )}
      <div>
        <Button
          variant="default"
          loading={create.isPending && !isAsked}
          onClick={() => (hasSome ? setAsked(true) : create.mutate())}
        >
          {hasSome ? words.again : words.make}
        </Button>
      </div>
      {!isAsked && <SaveError error={create.error} />}
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.again}
        hint={words.againHint}
        confirm={words.makeConfirm}
        onConfirm={() => create.mutate()}
        action={create}
      />
    </div>
  )
}

function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className={styles.state}>
      <h3>{words.title}</h3>
      <p>{words.hint}</p>
      <ol className={styles.codes} aria-label={words.title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={forms.buttons}>
        <CopyButton text={text} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          onClick={() =>
            saveFile(new Blob([`${words.file}\n\n${text}`], { type: 'text/plain' }), 'sallyport-recovery-codes.txt')
          }
        >
          {words.download}
        </Button>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </div>
  )
}
