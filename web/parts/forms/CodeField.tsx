import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { complaintOf } from './fieldErrors.ts'

/** A field for a one-time code, which phones and password managers can fill in. */
export const CodeField = (props: TextInputProps) => (
  <TextInput name="code" autoComplete="one-time-code" inputMode="numeric" required withAsterisk={false} {...props} />
)

/** A field for a one-time code, or for a recovery code instead. */
export function AnyCodeField(props: TextInputProps) {
  const [isRecovery, setRecovery] = useState(false)
  const words = texts.login
  return (
    <>
      {isRecovery ? (
        <TextInput
          {...props}
          key="recovery"
          name="code"
          label={words.recovery}
          description={words.recoveryHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
        />
      ) : (
        <CodeField label={words.code} description={words.codeHint} autoFocus {...props} />
      )}
      <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? words.useCode : words.useRecovery}
      </Button>
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
