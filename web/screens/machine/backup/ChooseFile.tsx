import { Button, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { MAX_ARCHIVE_BYTES } from '../../../../router/model/machine/backup/contract.ts'
import { backupTexts } from '../../../texts/machine/backup.ts'
import { archiveIn, type BackupSummary } from './archive.ts'
import styles from './Backup.module.css'

const words = backupTexts.bring

/** Chooses a file on this computer, which is checked before it is uploaded. */
export function ChooseFile({ onChosen }: { onChosen: (archive: BackupSummary, file: Blob) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const look = async (file: File) => {
    if (file.size > MAX_ARCHIVE_BYTES) return setFault(words.large)
    const archive = archiveIn(await file.text())
    setFault(archive ? '' : words.none)
    if (archive) onChosen(archive, file)
  }
  return (
    <>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept=".backup"
          aria-label={words.choose}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void look(file)
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </VisuallyHidden>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} stroke={1.6} />}
        onClick={() => input.current?.click()}
      >
        {words.choose}
      </Button>
      {fault !== '' && (
        <p className={styles.error} role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
