import { NativeSelect } from '@mantine/core'
import { zonesWith } from '../../../parts/values/zones.ts'
import { systemTexts } from '../../../texts/machine/system.ts'

const words = systemTexts.time

interface TimeZoneFieldProps {
  value: string
  onChange: (zone: string) => void
  error?: string | undefined
  disabled?: boolean
}

/** The time zone of the router. */
export const TimeZoneField = ({ value, onChange, ...rest }: TimeZoneFieldProps) => (
  <NativeSelect
    label={words.zone}
    description={words.zoneHint}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={zonesWith(value)}
    {...rest}
  />
)
