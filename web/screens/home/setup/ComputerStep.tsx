import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessions } from '../../../../router/model/access/credentials/listcontract.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { FieldFault } from '../../../parts/forms/FieldFault.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import type { ShownDevice } from '../devices/entry.ts'
import { nameFault } from '../devices/nameFault.ts'
import { USUAL } from '../devices/policies.ts'
import { useEntries } from '../devices/useEntries.ts'
import { useLinkName } from '../devices/useLinkName.ts'
import { nameless, ownComputer } from './computer.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'

const texts = setupTexts.computer
const LOOK_AGAIN_MS = 3000

/** The computer that the first run is made with is a stranger to the router so far: a name, and it gets what it needs. */
export function ComputerStep({ onDone }: { onDone: () => void }) {
  const { entries, error, refetch } = useEntries({ pollMs: LOOK_AGAIN_MS })
  const known = useQuery({ ...query(sessions.list), staleTime: 0 })
  // Without the list of sessions the person is asked.
  const isThere = entries !== undefined && !known.isPending
  return (
    <StepPage step="computer" title={texts.title} hint={texts.hint}>
      {isThere ? (
        <Known entries={entries} own={ownComputer(entries, known.data ?? [], location.hostname)} onDone={onDone} />
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={160} radius="lg" />
      )}
    </StepPage>
  )
}

interface KnownProps {
  entries: readonly ShownDevice[]
  /** The device that this browser runs on, if its connection shows that. */
  own: ShownDevice | undefined
  onDone: () => void
}

function Known({ entries, own, onDone }: KnownProps) {
  const strangers = nameless(entries, own)
  if (strangers.length > 0 && (!own || own.device.Name === ''))
    return <Naming strangers={strangers} own={own} onDone={onDone} />
  return (
    <div className={styles.form}>
      <p>{own ? texts.already(own.name) : texts.nothing}</p>
      <Button size="md" fullWidth onClick={onDone}>
        {setupTexts.next}
      </Button>
    </div>
  )
}

function Naming({ strangers, own, onDone }: { strangers: readonly ShownDevice[] } & Omit<KnownProps, 'entries'>) {
  const nameOfLink = useLinkName(...strangers.map(({ device }) => device.DHCPLastInterface))
  const hostNames = useHostNames(strangers)
  // Of several unknown devices, or if it may be none of them, nothing is chosen: a stranger would get access.
  const [chosen, setChosen] = useState(own?.identity)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const fault = nameFault(name)
  const save = useMutation({
    mutationFn: (identity: string) =>
      call(devices.update, { query: { identity }, body: { Name: name.trim(), Policies: [...USUAL] } }),
    onSuccess: onDone,
    onSettled: () => void readAgain(devices.list),
  })
  const submit = () => {
    setTried(true)
    if (!fault && chosen) save.mutate(chosen)
  }
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      {(strangers.length > 1 || !own) && (
        <>
          {!own && <p>{texts.unsure}</p>}
          <Choice
            label={texts.which}
            options={strangers.map(({ identity, device: { RecentIP, MAC, DHCPLastInterface } }) => {
              const hostName = hostNames.get(MAC)
              return {
                value: identity,
                name: hostName || RecentIP,
                hint: [hostName && RecentIP, MAC, nameOfLink(DHCPLastInterface)].filter(Boolean).join(', '),
              }
            })}
            value={chosen}
            onChange={setChosen}
          />
          <FieldFault label={texts.which} words={tried && !chosen ? texts.choose : undefined} />
        </>
      )}
      <TextInput
        label={texts.name}
        placeholder={texts.placeholder}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={tried && fault}
      />
      <div className={styles.answers}>
        <SubmitButton size="md" fullWidth save={save}>
          {texts.submit}
        </SubmitButton>
        <Button variant="subtle" fullWidth onClick={onDone}>
          {setupTexts.later}
        </Button>
      </div>
    </Form>
  )
}

/** The host names that devices have sent, by MAC address. The step does not wait for them. */
function useHostNames(entries: readonly ShownDevice[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: entries
      .filter(({ device }) => device.MAC !== '')
      .map(({ device: { MAC: mac } }) => ({ ...query(classification.signals, { params: { mac } }), retry: false })),
    combine: hostNamesIn,
  })
}

const hostNamesIn = (answers: readonly { data?: { MAC: string; Hostname: string } | undefined }[]) =>
  new Map(answers.flatMap(({ data }) => (data ? [[data.MAC, data.Hostname] as const] : [])))
