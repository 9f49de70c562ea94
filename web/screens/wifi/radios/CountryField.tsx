import { NativeSelect } from '@mantine/core'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { countryOptions } from './countries.ts'

const texts = radioTexts.radio

interface CountryFieldProps {
  value: string
  onChange: (country: string) => void
  error: string | undefined
}

/** The country, whose rules the radios follow. */
export const CountryField = ({ value, onChange, error }: CountryFieldProps) => (
  <NativeSelect
    label={texts.country}
    description={texts.countryHint}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[...(value ? [] : [{ value: '', label: texts.countryNone }]), ...countryOptions(value)]}
    error={error}
  />
)
