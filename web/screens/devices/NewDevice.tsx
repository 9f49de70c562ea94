import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { devices } from '../../../router/features/devices/contract.ts'
import { MASK, PENDING, type Policy } from '../../../router/features/devices/device.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { SaveError } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { texts } from '../../texts.ts'
import { nameFault } from './edit.ts'
import { LabelsField } from './LabelsField.tsx'
import styles from './NewDevice.module.css'
import { PolicySwitches } from './PolicySwitches.tsx'
import { USUAL } from './policies.ts'
import { SecurityChoice } from './SecurityChoice.tsx'
import { useEntries } from './useEntries.ts'
import { useKnownGroups } from './useKnownGroups.ts'

/** A device that waits for its first connection, and the one chance to read its passphrase. */
export interface Made {
  readonly name: string
  readonly passphrase: string
  /** Who was known before, so that the newcomer can be told from them. */
  readonly before: readonly string[]
}

export function NewDevice({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [type, setType] = useState<'sae' | 'wpa'>('sae')
  const [policies, setPolicies] = useState<readonly Policy[]>(USUAL)
  const [labels, setLabels] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const { entries = [] } = useEntries()
  const known = useKnownGroups()
  const cache = useQueryClient()
  const waiting = entries.find(({ identity }) => identity === PENDING)
  const fault = nameFault(name)

  const add = useMutation({
    mutationFn: async () => {
      const { PSKEntry } = await call(devices.update, {
        query: { identity: PENDING },
        body: {
          MAC: PENDING,
          Name: name.trim(),
          Policies: [...policies],
          Groups: [...labels],
          DeviceTags: [],
          PSKEntry: { Type: type, Psk: '' },
        },
      })
      if (PSKEntry.Psk === MASK || PSKEntry.Psk === '') throw new Error(texts.add.noPassphrase)
      return PSKEntry.Psk
    },
    onSuccess: (passphrase) => {
      cache.setQueryData(keyOf(devices.pending), true)
      const before = entries.map(({ identity }) => identity).filter((identity) => identity !== PENDING)
      onMade({ name: name.trim(), passphrase, before })
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keyOf(devices.list) }),
  })
  const submit = () => {
    setTried(true)
    if (!fault) add.mutate()
  }

  return (
    <form action={submit} className={styles.form} noValidate>
      <Section title={texts.add.name}>
        <TextInput
          mt="xs"
          aria-label={texts.add.name}
          placeholder={texts.add.namePlaceholder}
          value={name}
          maxLength={64}
          autoFocus
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={tried && fault && (fault === 'empty' ? texts.device.nameEmpty : texts.device.nameControl)}
        />
      </Section>
      <SecurityChoice type={type} onChange={setType} />
      <Section title={texts.add.policies}>
        <PolicySwitches policies={policies} onChange={setPolicies} />
      </Section>
      <Section title={texts.add.groups} hint={texts.device.groupsHint}>
        <LabelsField
          label={texts.add.groups}
          labels={labels}
          known={known.map(({ Name }) => Name)}
          onChange={setLabels}
        />
      </Section>
      <div className={styles.submit}>
        {waiting && <p className={styles.warning}>{texts.add.replaces(waiting.name)}</p>}
        <SaveError error={add.error} />
        <Button type="submit" size="md" fullWidth loading={add.isPending}>
          {texts.add.submit}
        </Button>
      </div>
    </form>
  )
}
