import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { decimalOf, lengthOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { systemTexts } from '../../../texts/machine/system.ts'
import { useZone } from '../../home/schedules/useSchedules.ts'
import { type Gap, gapOf } from './gap.ts'
import styles from './RouterClock.module.css'
import { TimeZoneField } from './TimeZoneField.tsx'

const words = systemTexts.time

/** The time of the router, its difference to this device, and its time servers. */
export function RouterClock() {
  const known = useQuery({
    queryKey: keyOf(time.now, 'gap'),
    queryFn: async () => {
      const asked = Date.now()
      const { unix } = await call(time.now)
      return gapOf(unix, asked, Date.now())
    },
  })
  const sync = useMutation({
    mutationFn: () => call(time.sync),
    onSuccess: () => readAgain(time.now),
  })
  return (
    <Section title={words.title} hint={words.hint}>
      {known.data !== undefined ? (
        <Now gap={known.data} />
      ) : (
        <LoadState title={words.failed} query={known} height={66} />
      )}
      <div className={forms.form}>
        <div>
          <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate()}>
            {words.sync}
          </Button>
        </div>
        <p className={styles.outcome} role="status">
          {sync.data && words.synced(decimalOf(sync.data.offset, 2))}
        </p>
        <SaveError error={sync.error} />
        <Zone />
        <Servers />
      </div>
    </Section>
  )
}

function Now({ gap: { seconds, isSame } }: { gap: Gap }) {
  const now = new Date(useNow() + seconds * 1000)
  const timeZone = useZone()
  const gap = lengthOf(Math.abs(seconds))
  return (
    <>
      <p className={styles.clock}>
        <span>{words.router}</span>
        <time dateTime={now.toISOString()}>{now.toLocaleTimeString(locale, { timeZone })}</time>
      </p>
      <p className={isSame ? 'quiet' : styles.differs}>
        {isSame ? words.agrees : seconds < 0 ? words.behind(gap) : words.ahead(gap)}
      </p>
    </>
  )
}

function Zone() {
  const cache = useQueryClient()
  const { data } = useQuery(query(time.zone))
  const save = useMutation({
    mutationFn: (TimeZone: string) => call(time.setZone, { body: { TimeZone } }),
    onSuccess: () => cache.invalidateQueries(),
  })
  if (!data) return null
  return (
    <div>
      <TimeZoneField
        value={save.isPending ? save.variables : data.TimeZone}
        onChange={(zone) => save.mutate(zone)}
        disabled={save.isPending || !may(time.setZone)}
      />
      <SaveError error={save.error} />
      <SaveNote status={save.status} />
    </div>
  )
}

function Servers() {
  const { data } = useQuery(query(time.servers))
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: (text: string) => call(time.choose, { body: { Servers: text.split(/\s+/).filter(Boolean) } }),
    onSuccess: async () => {
      await readAgain(time.servers)
      setTyped(undefined)
    },
  })
  if (!data) return null
  const submit = () => {
    if (typed !== undefined) save.mutate(typed)
  }
  const { fields, rest } = complaintOf(save.error, ['Servers'])
  return (
    <Form onSubmit={submit} className={forms.form}>
      <Textarea
        label={words.servers}
        description={words.serversHint}
        value={typed ?? data.Servers.join('\n')}
        rows={data.Servers.length + 1}
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={fields.Servers}
      />
      <SaveError error={rest === '' ? null : save.error} />
      {typed === undefined ? (
        <SaveNote status={save.status} />
      ) : (
        <div className={forms.buttons}>
          <SubmitButton loading={save.isPending}>{words.save}</SubmitButton>
          <Button variant="default" disabled={save.isPending} onClick={() => setTyped(undefined)}>
            {words.cancel}
          </Button>
        </div>
      )}
    </Form>
  )
}
