import { NumberInput } from '@mantine/core'
import { useState } from 'react'

interface SavedNumberProps {
  label: string
  hint: string
  min: number
  max: number
  value: number
  onSave: (value: number) => void
}

/** A whole number, saved when the field is left. */
export function SavedNumber({ label, hint, min, max, value, onSave }: SavedNumberProps) {
  const [typed, setTyped] = useState<number | string>(value)
  const isValid = typeof typed === 'number' && typed >= min && typed <= max
  return (
    <NumberInput
      label={label}
      description={hint}
      allowDecimal={false}
      clampBehavior="blur"
      min={min}
      max={max}
      value={typed}
      onChange={setTyped}
      onBlur={() => (isValid ? typed !== value && onSave(typed) : setTyped(value))}
    />
  )
}
