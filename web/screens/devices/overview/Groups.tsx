import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import { companions, type Entry } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import { useKnownGroups } from '../useKnownGroups.ts'
import styles from './Groups.module.css'

export function Groups({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const edit = useEdit(entry.identity)
  const known = useKnownGroups()
  const disabled = new Set(known.filter(({ Disabled }) => Disabled).map(({ Name }) => Name))
  const others = companions(entry, all, disabled)
  return (
    <Section title={texts.device.groups} hint={texts.device.groupsHint} note={<SaveNote status={edit.status} />}>
      <LabelsField
        label={texts.device.groups}
        labels={entry.device.Groups}
        known={known.map(({ Name }) => Name)}
        onChange={(Groups) => edit.mutate({ Groups })}
      />
      <SaveError error={edit.error} />
      <p className={styles.others}>
        {others.length > 0
          ? texts.device.together(new Intl.ListFormat(undefined, { type: 'conjunction' }).format(others))
          : texts.device.alone}
      </p>
    </Section>
  )
}
