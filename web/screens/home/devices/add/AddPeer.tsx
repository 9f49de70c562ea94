import { useState } from 'react'
import type { Through } from '../../../../../router/model/vpn/wireguard/peerfile.ts'
import { Section } from '../../../../parts/layout/Section.tsx'
import { vpnTexts } from '../../../../texts/vpn/wireguard.ts'
import { Choice } from '../../../internet/links/Choice.tsx'
import { NewEntryForm } from './NewEntryForm.tsx'
import { type NewPeer, useNewPeer } from './useNewPeer.ts'

const words = vpnTexts.new
const THROUGH: readonly Through[] = ['all', 'home']

/** Describes a device that connects through VPN. */
export function AddPeer({ onMade }: { onMade: (made: NewPeer) => void }) {
  const [through, setThrough] = useState<Through>('all')
  const add = useNewPeer(onMade)
  return (
    <NewEntryForm
      policiesHint={words.policiesHint}
      save={add}
      submit={words.submit}
      onSubmit={(entry) => add.mutate({ ...entry, through })}
    >
      <Section title={words.traffic} hint={words.trafficHint}>
        <Choice
          label={words.traffic}
          options={THROUGH.map((value) => ({ value, ...words.traffics[value] }))}
          value={through}
          onChange={setThrough}
        />
      </Section>
    </NewEntryForm>
  )
}
