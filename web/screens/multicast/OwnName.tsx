import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'
import type { MulticastSettings } from '../../../router/features/multicast/settings.ts'
import { complaintOf } from '../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../parts/forms/SaveNote.tsx'
import { More } from '../../parts/layout/Disclosure.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { multicastTexts } from '../../texts/multicast.ts'
import { useMulticast, useMulticastChange } from './useMulticast.ts'

const words = multicastTexts.name
const USUAL = 'spr'

/** What leads to the router in a browser at home. Left out while it cannot be read: the router has other names, too. */
export function OwnName() {
  const { data } = useMulticast()
  return data ? <Form saved={data} /> : null
}

function Form({ saved }: { saved: MulticastSettings }) {
  const [typed, setTyped] = useState<string>()
  const rename = useMulticastChange<string>((_, name) => ({ MDNSName: name }))
  const advertise = useMulticastChange<boolean>((_, isOn) => ({ DisableMDNSAdvertise: !isOn }))
  const name = saved.MDNSName.replace(/\.local\.?$/i, '') || USUAL
  const { hostname, pathname } = window.location
  // The router answers to its names alone, and this page was opened by one that it has no more.
  const isLeft = rename.isSuccess && hostname.endsWith('.local') && hostname !== `${name.toLowerCase()}.local`
  const { fields, rest } = complaintOf(rename.error, ['MDNSName'])
  const leave = () => {
    const next = typed?.trim()
    if (next === undefined) return
    if (next === name) setTyped(undefined)
    else rename.mutate(next === USUAL ? '' : next, { onSuccess: () => setTyped(undefined) })
  }
  return (
    <Section title={words.title} hint={words.hint} note={<SaveNote status={rename.status} />}>
      <TextInput
        aria-label={words.title}
        leftSection="http://"
        leftSectionWidth={64}
        rightSection=".local"
        rightSectionWidth={60}
        value={typed ?? name}
        maxLength={63}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={leave}
        onKeyDown={({ key }) => {
          if (key === 'Enter') leave()
          if (key === 'Escape') setTyped(undefined)
        }}
        error={fields.MDNSName && <span role="alert">{fields.MDNSName}</span>}
        mb="sm"
      />
      {rest !== '' && <SaveError error={rename.error} />}
      {isLeft && (
        <p role="status">
          {words.moved} <a href={`http://${name}.local${pathname}`}>{`http://${name}.local`}</a>
        </p>
      )}
      <More label={words.more}>
        <Switch
          label={words.outside}
          description={words.outsideHint}
          checked={advertise.isPending ? advertise.variables : !saved.DisableMDNSAdvertise}
          onChange={({ currentTarget }) => advertise.mutate(currentTarget.checked)}
        />
        <SaveError error={advertise.error} />
      </More>
    </Section>
  )
}
