import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { SavedField } from '../../../../parts/forms/SavedField.tsx'
import { SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import { nameFault } from '../nameFault.ts'
import { useEdit } from '../useEdit.ts'

export function Name({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  return (
    <Section changes={devices.update} title={deviceTexts.name} note={<SaveNote status={edit.status} />}>
      <SavedField
        mt="xs"
        aria-label={deviceTexts.name}
        placeholder={addTexts.namePlaceholder}
        maxLength={64}
        saved={device.Name}
        faultOf={nameFault}
        save={edit}
        onSave={(Name, onSuccess) => edit.mutate({ Name }, { onSuccess })}
        error={edit.error?.message}
      />
    </Section>
  )
}
