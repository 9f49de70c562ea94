import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A field for a password, which can be shown. */
export function PasswordField(props: Omit<TextFieldProps, 'beside' | 'type'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      // For eyes only: a screen reader reads typed letters in any case.
      beside={
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => setShown(!isShown)}>
          <Icon size={18} stroke={1.6} />
        </button>
      }
    />
  )
}
