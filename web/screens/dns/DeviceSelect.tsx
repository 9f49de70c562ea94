import { Select } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import { EVERYBODY } from '../../../router/features/dnsblock/key.ts'
import { dnsTexts } from '../../texts/dns.ts'
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
  const known = value === undefined || people.some(({ ip }) => ip === value)
  const data = [
    { value: EVERYBODY, label: dnsTexts.everyone },
    ...people.map(({ ip, name }) => ({ value: ip, label: name })),
    ...(known ? [] : [{ value, label: nameOf(value) }]),
  ]
  return (
    <Select
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      data={data}
      value={value ?? EVERYBODY}
      onChange={(ip) => onChange(ip === null || ip === EVERYBODY ? undefined : ip)}
      allowDeselect={false}
      searchable
    />
  )
}
