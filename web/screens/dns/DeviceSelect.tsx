import { OneOrAll } from '../../parts/lists/FilterBar.tsx'
import { dnsTexts } from '../../texts/dns/dns.ts'
import { useWho } from './useWho.ts'

interface DeviceSelectProps {
  label: string
  /** Whether the label is visible, not only for screen readers. */
  isLabelShown?: boolean
  /** An address; undefined for everyone. */
  value: string | undefined
  onChange: (ip: string | undefined) => void
}

/** One device, or everyone. */
export function DeviceSelect({ label, isLabelShown = false, value, onChange }: DeviceSelectProps) {
  const { people, nameOf } = useWho()
  const options = people.map(({ ip, name }) => ({ value: ip, label: name }))
  const isKnown = value === undefined || people.some(({ ip }) => ip === value)
  return (
    <OneOrAll
      label={label}
      isLabelShown={isLabelShown}
      all={dnsTexts.everyone}
      options={isKnown ? options : [...options, { value, label: nameOf(value) }]}
      value={value}
      onChange={onChange}
    />
  )
}
