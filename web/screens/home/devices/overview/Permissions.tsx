import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { useKnownGroups } from '../../groups/useGroups.ts'
import { companions, type ShownDevice } from '../entry.ts'
import { PolicySwitches } from '../PolicySwitches.tsx'
import { isInternalTag, labelTags } from '../tag.ts'
import { useEdit } from '../useEdit.ts'
import styles from './Permissions.module.css'

export function Policies({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  return (
    <SettingSection changes={devices.update} title={deviceTexts.policies} hint={deviceTexts.policiesHint} save={edit}>
      <PolicySwitches policies={device.Policies} onChange={(Policies) => edit.mutate({ Policies })} />
    </SettingSection>
  )
}

export function Groups({ entry, all }: { entry: ShownDevice; all: readonly ShownDevice[] }) {
  const edit = useEdit(entry.identity)
  const known = useKnownGroups()
  const disabled = new Set(known.filter(({ Disabled }) => Disabled).map(({ Name }) => Name))
  const others = companions(entry, all, disabled)
  return (
    <Section
      changes={devices.update}
      title={deviceTexts.groups}
      hint={deviceTexts.groupsHint}
      note={<SaveNote status={edit.status} />}
    >
      <LabelsField
        label={deviceTexts.groups}
        labels={entry.device.Groups}
        known={known.map(({ Name }) => Name)}
        onChange={(Groups) => edit.mutate({ Groups })}
      />
      <SaveError error={edit.error} />
      <p className={styles.others}>{others.length > 0 ? deviceTexts.together(others) : deviceTexts.alone}</p>
    </Section>
  )
}

export function DeviceTagsSection({ entry, all }: { entry: ShownDevice; all: readonly ShownDevice[] }) {
  const edit = useEdit(entry.identity)
  const internal = entry.device.DeviceTags.filter(isInternalTag)
  return (
    <SettingSection changes={devices.update} title={deviceTexts.tags} hint={deviceTexts.tagsHint} save={edit}>
      <LabelsField
        label={deviceTexts.tags}
        labels={labelTags(entry.device.DeviceTags)}
        known={all.flatMap(({ device }) => labelTags(device.DeviceTags))}
        onChange={(labels) => edit.mutate({ DeviceTags: [...labels, ...internal] })}
      />
    </SettingSection>
  )
}
