import { TextInput, type TextInputProps } from '@mantine/core'
import { hostName } from './hostName.ts'

interface DomainInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onPaste' | 'onBlur'> {
  value: string
  onChange: (text: string) => void
}

/** A field for a domain name. A pasted or typed URL is reduced to its domain. */
export const DomainInput = ({ value, onChange, ...props }: DomainInputProps) => (
  <TextInput
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onPaste={(event) => {
      const pasted = event.clipboardData.getData('text').trim()
      const name = hostName(pasted)
      if (name === pasted) return
      event.preventDefault()
      onChange(name)
    }}
    onBlur={() => hostName(value) !== value.trim() && onChange(hostName(value))}
  />
)
