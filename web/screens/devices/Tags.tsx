import { SaveError, SaveNote } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { texts } from '../../texts.ts'
import type { Entry } from './entry.ts'
import { LabelsField } from './LabelsField.tsx'
import { useEdit } from './useEdit.ts'

export function Tags({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const edit = useEdit(entry.identity)
  return (
    <Section title={texts.device.tags} hint={texts.device.tagsHint} note={<SaveNote status={edit.status} />}>
      <LabelsField
        label={texts.device.tags}
        labels={entry.device.DeviceTags}
        known={all.flatMap(({ device }) => device.DeviceTags)}
        onChange={(DeviceTags) => edit.mutate({ DeviceTags })}
      />
      <SaveError error={edit.error} />
    </Section>
  )
}
