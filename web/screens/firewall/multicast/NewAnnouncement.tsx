import { Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { multicastTexts as words } from '../../../texts/firewall/multicast.ts'
import { useWho } from '../../dns/useWho.ts'
import { useMulticastChange } from './useMulticast.ts'

const useChange = changesOf(firewall.config)
const EMPTY = { address: '', description: '', tags: [] as readonly string[] }

/** The router receives announcements on open ports only. */
async function openPort(address: string): Promise<void> {
  const Port = address.split(':')[1] ?? ''
  const { MulticastPorts } = await call(firewall.config)
  if (!MulticastPorts.some((one) => one.Port === Port))
    await call(firewall.openMulticast, { body: { Port, Upstream: false } })
}

/** One more group and port that is passed on; its port is opened for it. */
export function NewAnnouncement() {
  const [draft, setDraft] = useState(EMPTY)
  const { tags } = useWho()
  const add = useMulticastChange<typeof EMPTY>(({ Addresses }, { address, description, tags }) => ({
    Addresses: [
      ...Addresses,
      { Address: address.trim(), Disabled: false, Tags: [...tags], Description: description.trim() },
    ],
  }))
  const both = useChange(
    async (wanted: typeof EMPTY) => {
      await add.mutateAsync(wanted)
      await openPort(wanted.address.trim())
    },
    () => setDraft(EMPTY),
  )
  const { fields, rest } = complaintOf(both.error, ['Addresses'])
  return (
    <Form onSubmit={() => both.mutate(draft)} className={forms.form} noValidate>
      <TextInput
        label={words.address}
        placeholder={words.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={draft.address}
        onChange={({ currentTarget }) => setDraft({ ...draft, address: currentTarget.value })}
        error={fields.Addresses}
      />
      <TextInput
        label={words.description}
        autoComplete="off"
        maxLength={256}
        value={draft.description}
        onChange={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
      />
      <Input.Wrapper label={words.tags} description={words.tagsHint} labelElement="div">
        <LabelsField
          label={words.tags}
          labels={draft.tags}
          known={tags}
          onChange={(next) => setDraft({ ...draft, tags: next })}
        />
      </Input.Wrapper>
      {rest !== '' && <SaveError error={both.error} />}
      <div>
        <SubmitButton variant="default" loading={both.isPending}>
          {words.add}
        </SubmitButton>
      </div>
    </Form>
  )
}
