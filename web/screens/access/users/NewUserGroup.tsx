import { Button, MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { labelOf } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { usersTexts } from '../../../texts/access/users.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { nameComplaint } from '../../home/groups/name.ts'
import { useGroupChange } from '../../home/groups/useGroups.ts'
import styles from './Users.module.css'

const words = usersTexts.newGroup

interface NewUserGroupProps {
  taken: readonly string[]
  onMade: (name: string) => void
  /** Opened from the start. */
  isOpen: boolean
}

/** Creates the group that a parent is to see, with its devices, without leaving the form of the user. */
export function NewUserGroup({ taken, onMade, isOpen }: NewUserGroupProps) {
  const [opened, setOpened] = useState(isOpen)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const { entries = [] } = useEntries()
  const make = useGroupChange(
    async (Name: string) => {
      await call(groups.update, { body: { Name } })
      if (chosen.length > 0) await call(devices.updateMany, { body: { Identities: chosen, Groups: [Name] } })
    },
    (name) => {
      onMade(name)
      setOpened(false)
      setTyped('')
      setChosen([])
    },
  )
  const submit = () => {
    const wrong = nameComplaint(typed, taken)
    setComplaint(wrong)
    if (wrong === undefined) make.mutate(labelOf(typed))
  }
  if (!opened)
    return (
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
          {words.open}
        </Button>
      </div>
    )
  return (
    <fieldset className={styles.group}>
      <legend>{words.open}</legend>
      <div className={forms.form}>
        <TextInput
          label={words.name}
          description={words.nameHint}
          placeholder={words.placeholder}
          maxLength={63}
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setComplaint(undefined)
          }}
          error={complaint ?? make.error?.message}
        />
        <MultiSelect
          label={words.devices}
          placeholder={chosen.length === 0 ? words.choose : ''}
          data={entries.map(({ identity, name }) => ({ value: identity, label: name }))}
          value={chosen}
          onChange={setChosen}
          searchable
        />
        <div>
          <Button variant="default" loading={make.isPending} onClick={submit}>
            {words.submit}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
