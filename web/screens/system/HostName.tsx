import { Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { info, HostName as Schema } from '../../../router/features/info/contract.ts'
import { call } from '../../client/client.ts'
import { SaveNote } from '../../parts/forms/SaveNote.tsx'
import { Failed } from '../../parts/layout/Face.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { systemTexts } from '../../texts/system.ts'
import { hostname } from './machine.ts'

/** Saved when the field is left, or with Enter. Escape takes back what was typed. */
export function HostName() {
  const cache = useQueryClient()
  const known = useQuery(hostname)
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: (name: string) => call(info.change, { params: { name: 'hostname' }, body: name }),
    onSuccess: (_, name) => {
      cache.setQueryData(hostname.queryKey, name)
      setTyped(undefined)
    },
  })
  const isFit = typed === undefined || Schema.safeParse(typed.trim()).success
  const leave = () => {
    const name = typed?.trim()
    if (name === undefined || !isFit) return
    if (name === known.data) setTyped(undefined)
    else save.mutate(name)
  }
  return (
    <Section title={systemTexts.name.title} hint={systemTexts.name.hint} note={<SaveNote status={save.status} />}>
      {known.data !== undefined ? (
        <TextInput
          aria-label={systemTexts.name.title}
          value={typed ?? known.data}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') leave()
            if (key === 'Escape') setTyped(undefined)
          }}
          error={isFit ? save.error?.message : systemTexts.name.rule}
        />
      ) : known.error ? (
        <Failed title={systemTexts.name.failed} error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <Skeleton height={36} aria-busy="true" />
      )}
    </Section>
  )
}
