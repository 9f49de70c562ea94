import { MultiSelect } from '@mantine/core'
import { dnsTexts } from '../../texts/dns/dns.ts'
import { useWho } from './useWho.ts'

interface DevicesFieldProps {
  label: string
  /** Shown with the label above the field; without it the label is for screen readers alone. */
  hint?: string
  /** Addresses. */
  ips: readonly string[]
  onChange: (ips: string[]) => void
}

/** Several devices, chosen by name. */
export function DevicesField({ label, hint, ips, onChange }: DevicesFieldProps) {
  const { people, nameOf } = useWho()
  const strangers = ips.filter((ip) => !people.some((person) => person.ip === ip))
  const data = [
    ...people.map(({ ip, name }) => ({ value: ip, label: name })),
    ...strangers.map((ip) => ({ value: ip, label: nameOf(ip) })),
  ]
  return (
    <MultiSelect
      {...(hint === undefined ? { 'aria-label': label } : { label, description: hint })}
      placeholder={ips.length === 0 ? dnsTexts.filter.choose : ''}
      data={data}
      value={[...ips]}
      onChange={onChange}
      searchable
    />
  )
}
