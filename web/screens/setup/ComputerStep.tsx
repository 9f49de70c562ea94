import { Button, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { audit } from '../../../router/features/audit/contract.ts'
import { devices } from '../../../router/features/devices/contract.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { query } from '../../client/query.ts'
import { Form } from '../../parts/forms/Form.tsx'
import { SaveError } from '../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../parts/forms/SubmitButton.tsx'
import { Failed } from '../../parts/layout/Face.tsx'
import { deviceTexts } from '../../texts/device.ts'
import { setupTexts } from '../../texts/setup.ts'
import { nameFault } from '../devices/edit.ts'
import type { Entry } from '../devices/entry.ts'
import { USUAL } from '../devices/policies.ts'
import { useEntries } from '../devices/useEntries.ts'
import { useLinkName } from '../devices/useLinkName.ts'
import { Choice } from '../links/Choice.tsx'
import { likelyComputer, nameless } from './computer.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'

const texts = setupTexts.computer
const LOOK_AGAIN_MS = 3000
const LOOK_BACK = 50

/** The computer that the first run is made with is a stranger to the router so far: a name, and it gets what it needs. */
export function ComputerStep({ onDone }: { onDone: () => void }) {
  const { entries, error, refetch } = useEntries({ pollMs: LOOK_AGAIN_MS })
  const changes = useQuery({ ...query(audit.list, { query: { limit: LOOK_BACK } }), staleTime: 0 })
  // Without the trail the person is asked.
  const isThere = entries !== undefined && !changes.isPending
  return (
    <StepPage step="computer" title={texts.title} hint={texts.hint}>
      {isThere ? (
        <Known entries={entries} likely={likelyComputer(entries, changes.data ?? [])} onDone={onDone} />
      ) : error ? (
        <Failed title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} radius="lg" aria-busy="true" />
      )}
    </StepPage>
  )
}

interface KnownProps {
  entries: readonly Entry[]
  likely: Entry | undefined
  onDone: () => void
}

function Known({ entries, likely, onDone }: KnownProps) {
  const strangers = nameless(entries)
  if (strangers.length > 0 && (!likely || likely.device.Name === ''))
    return <Naming strangers={strangers} likely={likely} onDone={onDone} />
  return (
    <div className={styles.form}>
      <p>{likely ? texts.already(likely.name) : texts.nothing}</p>
      <Button size="md" fullWidth onClick={onDone}>
        {setupTexts.next}
      </Button>
    </div>
  )
}

function Naming({ strangers, likely, onDone }: { strangers: readonly Entry[] } & Omit<KnownProps, 'entries'>) {
  const cache = useQueryClient()
  const nameOfLink = useLinkName(...strangers.map(({ device }) => device.DHCPLastInterface))
  const [chosen, setChosen] = useState(likely?.identity ?? strangers[0]?.identity)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const fault = nameFault(name)
  const save = useMutation({
    mutationFn: (identity: string) =>
      call(devices.update, { query: { identity }, body: { Name: name.trim(), Policies: [...USUAL] } }),
    onSuccess: onDone,
    onSettled: () => void cache.invalidateQueries({ queryKey: keyOf(devices.list) }),
  })
  const submit = () => {
    setTried(true)
    if (!fault && chosen) save.mutate(chosen)
  }
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      {strangers.length > 1 && (
        <Choice
          label={texts.which}
          options={strangers.map(({ identity, device }) => ({
            value: identity,
            name: device.RecentIP,
            hint: [device.MAC, nameOfLink(device.DHCPLastInterface)].filter(Boolean).join(', '),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <TextInput
        label={texts.name}
        placeholder={texts.placeholder}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={tried && fault && (fault === 'empty' ? deviceTexts.nameEmpty : deviceTexts.nameControl)}
      />
      <div className={styles.answers}>
        <SaveError error={save.error} />
        <SubmitButton size="md" fullWidth loading={save.isPending}>
          {texts.submit}
        </SubmitButton>
        <Button variant="subtle" fullWidth onClick={onDone}>
          {setupTexts.later}
        </Button>
      </div>
    </Form>
  )
}
