import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { labelTags } from '../../home/devices/tag.ts'
import { useKnownGroups } from '../../home/groups/useGroups.ts'
import styles from './TunnelScreen.module.css'

const texts = tunnelTexts.exit

/** Devices by identity, group and tag. */
export interface HouseholdSelection {
  readonly Devices: string[]
  readonly Groups: string[]
  readonly Tags: string[]
}

interface SelectionFieldsProps {
  chosen: HouseholdSelection
  onChange: (part: Partial<HouseholdSelection>) => void
  entries: readonly ShownDevice[]
  /** Of the router, by field. */
  errors: { readonly [Field in keyof HouseholdSelection]?: string | undefined }
}

/** Fields for the devices, groups and tags of a selection. */
export function SelectionFields({ chosen, onChange, entries, errors }: SelectionFieldsProps) {
  const groups = useKnownGroups()
  const people = entries.map(({ identity, name }) => ({ value: identity, label: name }))
  const strangers = chosen.Devices.filter((identity) => !entries.some((one) => one.identity === identity))
  return (
    <div className="fields">
      <MultiSelect
        label={texts.devices}
        placeholder={chosen.Devices.length === 0 ? texts.choose : ''}
        data={[...people, ...strangers]}
        value={chosen.Devices}
        onChange={(Devices) => onChange({ Devices })}
        error={errors.Devices}
        searchable
      />
      <Labelled label={texts.groups}>
        <LabelsField
          label={texts.groups}
          labels={chosen.Groups}
          known={groups.map(({ Name }) => Name)}
          onChange={(Groups) => onChange({ Groups })}
          error={errors.Groups}
        />
      </Labelled>
      <Labelled label={texts.tags}>
        <LabelsField
          label={texts.tags}
          labels={chosen.Tags}
          known={entries.flatMap(({ device }) => labelTags(device.DeviceTags))}
          onChange={(Tags) => onChange({ Tags })}
          error={errors.Tags}
        />
      </Labelled>
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <strong className={styles.label} aria-hidden>
      {label}
    </strong>
    {children}
  </div>
)
