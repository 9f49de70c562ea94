import type { UseMutationResult } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { ownName } from '../../../client/may.ts'
import { CodeField, codeIn } from '../../../parts/forms/CodeField.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { texts } from '../../../texts.ts'
import styles from './OneTimeCode.module.css'
import { seedUri, spaced } from './seed.ts'

interface OtpSeedFormProps {
  seed: string
  confirm: UseMutationResult<readonly string[], Error, string>
  onCancel: () => void
}

/** The new seed of one-time codes, which is shown only once, and a field for its first code. */
export function OtpSeedForm({ seed, confirm, onCancel }: OtpSeedFormProps) {
  const { fields, rest } = complaintOf(confirm.error, ['Code'])
  return (
    <form action={(form) => confirm.mutate(codeIn(form))} className={`${forms.form} ${forms.narrow}`}>
      <p>{accessTexts.otp.scan}</p>
      <QRCodeSVG
        className={styles.picture}
        value={seedUri(seed, ownName())}
        title={accessTexts.otp.qrLabel}
        size={184}
        marginSize={4}
      />
      <div className={styles.byHand}>
        <p>{accessTexts.otp.byHand}</p>
        <output className="secret">{spaced(seed)}</output>
        <CopyButton text={seed} />
      </div>
      <CodeField label={accessTexts.otp.confirm} error={fields.Code && texts.login.codeRefused(fields.Code)} />
      <FormEnd
        save={confirm}
        rest={rest}
        submit={accessTexts.otp.finish}
        cancel={accessTexts.otp.cancel}
        onCancel={onCancel}
      />
    </form>
  )
}
