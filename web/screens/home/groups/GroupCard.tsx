import { Button, Switch } from '@mantine/core'
import { useId } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { InternetPause } from '../schedules/InternetPause.tsx'
import { AddMember } from './AddMember.tsx'
import styles from './GroupCard.module.css'
import { Members } from './Members.tsx'
import type { Circle } from './membership.ts'
import { RenameGroup } from './RenameGroup.tsx'
import { useGroupChange } from './useGroups.ts'

interface GroupCardProps {
  circle: Circle
  all: readonly ShownDevice[]
  /** The names that groups have already. */
  taken: readonly string[]
}

/** One group: who is in it, what that means, and everything that can be done to it. */
export function GroupCard({ circle, all, taken }: GroupCardProps) {
  const { group, members } = circle
  const id = useId()
  const turn = useGroupChange((Disabled: boolean) => call(groups.update, { body: { Name: group.Name, Disabled } }))
  const isOff = turn.isPending ? turn.variables : group.Disabled
  const names = members.map(({ name }) => name)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{group.Name}</h2>
        <Permitted to={groups.update} isShown>
          <Switch
            size="md"
            aria-label={groupTexts.on(group.Name)}
            checked={!isOff}
            onChange={({ currentTarget }) => turn.mutate(!currentTarget.checked)}
          />
        </Permitted>
      </div>
      <p className={styles.meaning}>{groupTexts.meaning(names, isOff)}</p>
      <SaveError error={turn.error} />
      {members.length > 0 && (
        <div className={styles.pause}>
          <InternetPause who={group.Name} selected={{ Groups: [group.Name] }} />
        </div>
      )}
      <Members circle={circle} />
      <Permitted to={devices.updateMany}>
        <AddMember group={group.Name} others={all.filter((entry) => !members.includes(entry))} />
      </Permitted>
      <Permitted to={groups.update}>
        <div className={styles.further}>
          <RenameGroup circle={circle} taken={taken} />
          <RemoveGroup group={group} />
        </div>
      </Permitted>
    </section>
  )
}

/** Deletes the group after one plain question. */
function RemoveGroup({ group: { Name } }: { group: GroupSettings }) {
  const remove = useGroupChange(() => call(groups.remove, { body: { Name } }))
  return (
    <Confirmed
      title={groupTexts.removeTitle(Name)}
      hint={groupTexts.removeHint}
      confirm={groupTexts.removeConfirm}
      action={remove}
    >
      {(open) => (
        <Button variant="subtle" color="red" size="compact-md" onClick={open}>
          {groupTexts.remove}
        </Button>
      )}
    </Confirmed>
  )
}
