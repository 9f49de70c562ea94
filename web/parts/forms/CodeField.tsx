import { useState } from 'react'
import { texts } from '../../texts.ts'
import { PlainButton } from '../plain/PlainButton.tsx'
import { TextField, type TextFieldProps } from '../plain/TextField.tsx'
import { complaintOf } from './fieldErrors.ts'

/** A field for a one-time code, which phones and password managers can fill in. */
export const CodeField = (props: TextFieldProps) => (
  <TextField name="code" autoComplete="one-time-code" inputMode="numeric" required {...props} />
)

/** A field for a recovery code. */
export const RecoveryField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    {...props}
    name="code"
    label={texts.login.recovery}
    description={texts.login.recoveryHint}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    required
    autoFocus
  />
)

/** A field for a one-time code, or for a recovery code instead. */
export function AnyCodeField(props: Omit<TextFieldProps, 'label'>) {
  const [isRecovery, setRecovery] = useState(false)
  const words = texts.login
  return (
    <>
      {isRecovery ? (
        <RecoveryField {...props} />
      ) : (
        <CodeField label={words.code} description={words.codeHint} autoFocus {...props} />
      )}
      <PlainButton kind="quiet" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? words.useCode : words.useRecovery}
      </PlainButton>
    </>
  )
}

/** The submitted code, without the space that many apps show in its middle. */
export const codeIn = (form: FormData): string => String(form.get('code') ?? '').replace(/\s/g, '')

/** A refused code as a sentence; other errors as they are. */
export function codeComplaint(error: Error): string {
  const { fields, rest } = complaintOf(error, ['Code'])
  return fields.Code === undefined ? rest : texts.login.codeRefused(fields.Code)
}
