import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { DangerButton } from '../../../parts/dialogs/DangerButton.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { showResult } from '../../../parts/notices/showResult.tsx'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { PreviewLines } from '../preview/PreviewLines.tsx'
import { usePreview } from '../preview/usePreview.ts'
import { CONFIRM_SECONDS } from './FirewallRuleForm.tsx'
import type { HomeView } from './home.ts'
import { whyIdle } from './idle.ts'
import styles from './RemoveRule.module.css'
import type { Ruled } from './rule.ts'
import { sentenceOf } from './sentence.ts'
import { useRuleEdit } from './useRules.ts'

/** Deletes the rule after one plain question, which also says what that opens or closes. */
export function RemoveRule({ ruled, home }: { ruled: Ruled; home: HomeView }) {
  const [asked, { open, close }] = useDisclosure(false)
  const [waits, setWaits] = useState(false)
  const navigate = useNavigate()
  const edit = useRuleEdit(async () => {
    await navigate({ to: '/admin/firewall', ignoreBlocker: true })
    showResult(texts.form.removed)
  })
  const gone = { before: ruled, after: undefined, confirm: waits ? CONFIRM_SECONDS : undefined }
  const preview = usePreview(gone, asked)
  return (
    <>
      <DangerButton onClick={open}>{texts.form.remove}</DangerButton>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.form.removeTitle}
        confirm={texts.form.removeConfirm}
        onConfirm={() => edit.mutate(gone)}
        action={edit}
      >
        <p>{sentenceOf(ruled, home)}</p>
        <div className={styles.preview} role="status">
          {preview.data && <PreviewLines preview={preview.data} idle={whyIdle(ruled, home)} />}
        </div>
        {ruled.kind === 'service_port' && (
          <Switch
            label={texts.form.confirm}
            checked={waits}
            onChange={({ currentTarget }) => setWaits(currentTarget.checked)}
          />
        )}
        <SaveError error={preview.error} />
      </ConfirmDialog>
    </>
  )
}
