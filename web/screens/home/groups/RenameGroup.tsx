import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { labelOf } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { FormAnswers } from '../../../parts/dialogs/FormAnswers.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import type { Circle } from './membership.ts'
import { nameComplaint } from './name.ts'
import { rename } from './rename.ts'
import { useGroupChange } from './useGroups.ts'

interface RenameGroupProps {
  circle: Circle
  taken: readonly string[]
}

export function RenameGroup({ circle, taken }: RenameGroupProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={open}>
        {groupTexts.rename}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={groupTexts.renameTitle(circle.group.Name)}>
        {isOpen && <Question circle={circle} taken={taken} onClose={close} />}
      </Dialog>
    </>
  )
}

function Question({ circle: { group, members }, taken, onClose }: RenameGroupProps & { onClose: () => void }) {
  const rules = useQuery(query(firewall.config))
  const [typed, setTyped] = useState(group.Name)
  const [complaint, setComplaint] = useState<string>()
  const networks = rules.data?.CustomInterfaceRules ?? []
  const identities = members.map(({ identity }) => identity)
  const change = useGroupChange((to: string) => rename(call, { group, to, members: identities, networks }), onClose)
  const submit = () => {
    if (labelOf(typed) === group.Name) return onClose()
    const wrong = nameComplaint(typed, taken)
    setComplaint(wrong)
    if (wrong === undefined) change.mutate(labelOf(typed))
  }
  const error = complaint ?? change.error?.message ?? rules.error?.message
  return (
    <Form onSubmit={submit}>
      <p>{groupTexts.renameHint}</p>
      <TextInput
        mt="md"
        label={groupTexts.newNameOf}
        maxLength={63}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setComplaint(undefined)
        }}
        error={error}
      />
      <FormAnswers onClose={onClose} save={change} disabled={rules.data === undefined}>
        {groupTexts.save}
      </FormAnswers>
    </Form>
  )
}
