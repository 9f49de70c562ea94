import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'

interface SavedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  /** The saved text. */
  saved: string
  /** The error of a typed text, checked locally; undefined if it can be sent. */
  faultOf?: (text: string) => string | undefined
  /** Sends the trimmed text; calls `onSaved` when the router has accepted it. */
  onSave: (text: string, onSaved: () => void) => void
  /** The mutation that `onSave` starts. */
  save: { readonly isPending: boolean; readonly reset: () => void }
}

/** A text field that is saved with Enter or when it loses the focus. Escape restores the saved text. A refused text stays. */
export function SavedField({ saved, faultOf, onSave, save, error, ...props }: SavedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const sent = useRef<string>(undefined)
  const fault = typed === undefined ? undefined : faultOf?.(typed.trim())
  const restore = () => {
    setTyped(undefined)
    save.reset()
  }
  const submit = () => {
    const text = typed?.trim()
    if (text === undefined || fault !== undefined) return
    // Enter is often followed by a blur event.
    if (save.isPending && text === sent.current) return
    // While another text is being saved, `saved` is about to change.
    if (!save.isPending && text === saved) return restore()
    sent.current = text
    onSave(text, () => setTyped((now) => (now?.trim() === text ? undefined : now)))
  }
  return (
    <TextInput
      autoComplete="off"
      {...props}
      value={typed ?? saved}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={submit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') submit()
        if (key === 'Escape') restore()
      }}
      error={fault ?? error}
    />
  )
}
