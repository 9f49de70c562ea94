import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'
import { isInternalTag, labelTags } from '../tag.ts'
import { useEdit } from '../useEdit.ts'

export function Tags({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const edit = useEdit(entry.identity)
  const internal = entry.device.DeviceTags.filter(isInternalTag)
  return (
    <Section title={texts.device.tags} hint={texts.device.tagsHint} note={<SaveNote status={edit.status} />}>
      <LabelsField
        label={texts.device.tags}
        labels={labelTags(entry.device.DeviceTags)}
        known={all.flatMap(({ device }) => labelTags(device.DeviceTags))}
        onChange={(labels) => edit.mutate({ DeviceTags: [...labels, ...internal] })}
      />
      <SaveError error={edit.error} />
    </Section>
  )
}
