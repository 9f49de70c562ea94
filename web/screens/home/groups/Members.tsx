import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import { DeviceIcon } from '../devices/DeviceIcon.tsx'
import type { ShownDevice } from '../devices/entry.ts'
import styles from './Members.module.css'
import type { Circle } from './membership.ts'
import { useGroupChange } from './useGroups.ts'

/** The number of members of a large group that are shown before it is expanded. */
const FIRST = 12

/** The devices in a group; each leads to its page, and can be taken out. */
export function Members({ circle: { group, members } }: { circle: Circle }) {
  const [isWhole, setWhole] = useState(false)
  const take = useGroupChange(async ({ identity }: ShownDevice) => {
    // All groups are sent, so they are read just before: another change may have come between.
    const { [identity]: device } = await call(devices.list)
    if (!device) return
    await call(devices.update, {
      query: { identity },
      body: { Groups: device.Groups.filter((name) => name !== group.Name) },
    })
  })
  return (
    <>
      {members.length > 0 && (
        <ul className={styles.list} aria-label={groupTexts.members(group.Name)}>
          {(isWhole ? members : members.slice(0, FIRST)).map((entry) => (
            <li
              key={entry.identity}
              className={styles.member}
              data-leaving={(take.isPending && take.variables.identity === entry.identity) || undefined}
            >
              <DeviceIcon entry={entry} size={18} />
              <Link to="/admin/devices/$identity" params={{ identity: entry.identity }} className={styles.name}>
                {entry.name}
              </Link>
              <Permitted to={devices.update}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={groupTexts.take(entry.name, group.Name)}
                  onClick={() => take.mutate(entry)}
                >
                  <IconX size={16} stroke={1.8} />
                </ActionIcon>
              </Permitted>
            </li>
          ))}
        </ul>
      )}
      {!isWhole && members.length > FIRST && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {groupTexts.all(members.length)}
        </Button>
      )}
      <SaveError error={take.error} />
    </>
  )
}
