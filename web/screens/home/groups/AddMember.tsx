import { Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import type { ShownDevice } from '../devices/entry.ts'
import styles from './AddMember.module.css'
import { choicesOf } from './membership.ts'
import { useGroupChange } from './useGroups.ts'

/** A selected device is added to the group immediately, and stays in its other groups. */
export function AddMember({ group, others }: { group: string; others: readonly ShownDevice[] }) {
  const [typed, setTyped] = useState('')
  const add = useGroupChange((identity: string) =>
    call(devices.updateMany, { body: { Identities: [identity], Groups: [group] } }),
  )
  return (
    <div className={styles.add}>
      <Select
        aria-label={groupTexts.addTo(group)}
        placeholder={groupTexts.add}
        leftSection={<IconPlus size={16} stroke={1.8} />}
        data={choicesOf(others)}
        searchable
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(identity) => {
          setTyped('')
          if (identity !== null) add.mutate(identity)
        }}
        limit={100}
        nothingFoundMessage={groupTexts.noDeviceLeft}
      />
      <SaveError error={add.error} />
    </div>
  )
}
