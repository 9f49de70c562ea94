import { TextInput, type TextInputProps } from '@mantine/core'

/** Where a one-time code is typed: phones and password managers know what belongs there. */
export const CodeField = (props: TextInputProps) => (
  <TextInput name="code" autoComplete="one-time-code" inputMode="numeric" required withAsterisk={false} {...props} />
)

/** The code that a form with such a field was sent with, without the space that many write in its middle. */
export const codeIn = (form: FormData): string => String(form.get('code') ?? '').replace(/\s/g, '')
