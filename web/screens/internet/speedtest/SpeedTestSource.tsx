import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_SPEED_TEST } from '../../../../router/model/internet/uplinks/config.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import forms from '../../../parts/forms/Form.module.css'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { speedTexts } from '../../../texts/internet/speedtest.ts'
import styles from './Speed.module.css'

const words = speedTexts.source

/** The URL of the file that is fetched to measure the internet connection, and a field to change it. */
export function SpeedTestSource({ url }: { url: string }) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: (next: string) => call(wan.configure, { body: { SpeedTestURL: next.trim() } }),
    onSuccess: (after) => {
      cache.setQueryData(keyOf(wan.config), after)
      setTyped(undefined)
    },
  })
  const { fields, rest } = complaintOf(save.error, ['SpeedTestURL'])
  if (typed === undefined)
    return (
      <p className={styles.source}>
        <span>
          {words.fetches} <code>{url || DEFAULT_SPEED_TEST}</code>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(url)}>
          {words.change}
        </Button>
      </p>
    )
  return (
    <form action={() => save.mutate(typed)} className={forms.form} noValidate>
      <TextInput
        label={words.url}
        description={words.hint}
        placeholder={DEFAULT_SPEED_TEST}
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={fields.SpeedTestURL}
      />
      <FormEnd save={save} rest={rest} submit={words.save} cancel={words.cancel} onCancel={() => setTyped(undefined)} />
    </form>
  )
}
