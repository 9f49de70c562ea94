import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'
import { PolicySwitches } from '../PolicySwitches.tsx'
import { useEdit } from '../useEdit.ts'

export function Policies({ entry: { identity, device } }: { entry: Entry }) {
  const edit = useEdit(identity)
  return (
    <Section title={texts.device.policies} hint={texts.device.policiesHint} note={<SaveNote status={edit.status} />}>
      <PolicySwitches policies={device.Policies} onChange={(Policies) => edit.mutate({ Policies })} />
      <SaveError error={edit.error} />
    </Section>
  )
}
