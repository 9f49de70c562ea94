import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Policy } from '../../../../router/model/home/devices/device.ts'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { query } from '../../../client/query.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { FormAnswers } from '../../../parts/dialogs/FormAnswers.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { showResult } from '../../../parts/notices/showResult.tsx'
import { addTexts } from '../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../texts/home/devices/device.ts'
import { kindTexts } from '../../../texts/home/devices/kind.ts'
import { eventTexts } from '../../../texts/messages/events.ts'
import { nameFault } from '../../home/devices/nameFault.ts'
import { PolicySwitches } from '../../home/devices/PolicySwitches.tsx'
import { USUAL } from '../../home/devices/policies.ts'
import { useEdit } from '../../home/devices/useEdit.ts'
import { useLinkName } from '../../home/devices/useLinkName.ts'
import type { HouseholdMember } from './household.ts'

const { letIn: words } = eventTexts

interface LetInDialogProps {
  /** The new device; undefined closes the dialog. */
  known: HouseholdMember | undefined
  onClose: () => void
}

/** The dialog for the name and the access of a new device. */
export const LetInDialog = ({ known, onClose }: LetInDialogProps) => (
  <Dialog opened={known !== undefined} onClose={onClose} title={words.title}>
    {known && <Question key={known.identity} known={known} onClose={onClose} />}
  </Dialog>
)

function Question({ known: { identity, device }, onClose }: { known: HouseholdMember; onClose: () => void }) {
  const kind = useQuery({
    ...query(classification.read, { params: { mac: device.MAC } }),
    enabled: device.MAC !== '',
    retry: false,
  }).data
  const first = device.DHCPFirstInterface
  const nameOfLink = useLinkName(first)
  const [typed, setName] = useState<string>()
  // What it is likely to be, until something is typed.
  const category = kind && (kindTexts.names[kind.Category] ?? kind.Category)
  const name = typed ?? (category ? `${kind.Vendor} ${category}`.trim().slice(0, 64) : '')
  const [policies, setPolicies] = useState<readonly Policy[]>(USUAL)
  const [isSent, setSent] = useState(false)
  const edit = useEdit(identity)
  const fault = nameFault(name)
  const submit = () => {
    setSent(true)
    if (fault) return
    edit.mutate(
      { Name: name.trim(), Policies: [...policies] },
      {
        onSuccess: () => {
          showResult(eventTexts.acts.isLetIn(name.trim()))
          onClose()
        },
      },
    )
  }
  return (
    <Form onSubmit={submit} noValidate>
      <p>{words.hint(device.MAC)}</p>
      {first !== '' && <p>{words.first(nameOfLink(first))}</p>}
      {category && <p>{words.kind(category)}</p>}
      <TextInput
        mt="md"
        mb="md"
        label={deviceTexts.name}
        placeholder={addTexts.namePlaceholder}
        maxLength={64}
        autoComplete="off"
        autoFocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isSent && fault}
      />
      <PolicySwitches policies={policies} onChange={setPolicies} />
      <SaveError error={edit.error} />
      <FormAnswers onClose={onClose} save={edit}>
        {words.save}
      </FormAnswers>
    </Form>
  )
}
