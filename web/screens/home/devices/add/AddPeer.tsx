import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Policy } from '../../../../../router/model/home/devices/device.ts'
import type { Through } from '../../../../../router/model/vpn/wireguard/peerfile.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/add.ts'
import { deviceTexts } from '../../../../texts/home/device.ts'
import { vpnTexts } from '../../../../texts/vpn/vpn.ts'
import { Choice } from '../../../internet/links/Choice.tsx'
import { nameFault } from '../edit.ts'
import { PolicySwitches } from '../PolicySwitches.tsx'
import { USUAL } from '../policies.ts'
import { useKnownGroups } from '../useKnownGroups.ts'
import { type NewPeer, useNewPeer } from './useNewPeer.ts'

const words = vpnTexts.new
const THROUGH: readonly Through[] = ['all', 'home']

/** Describes a device that connects through VPN. */
export function AddPeer({ onMade }: { onMade: (made: NewPeer) => void }) {
  const [name, setName] = useState('')
  const [policies, setPolicies] = useState<readonly Policy[]>(USUAL)
  const [groups, setGroups] = useState<readonly string[]>([])
  const [through, setThrough] = useState<Through>('all')
  const [tried, setTried] = useState(false)
  const known = useKnownGroups()
  const fault = nameFault(name)
  const add = useNewPeer(onMade)
  const submit = () => {
    setTried(true)
    if (!fault) add.mutate({ name: name.trim(), policies, groups, through })
  }
  return (
    <Form onSubmit={submit} className="stack" noValidate>
      <Section title={addTexts.name}>
        <TextInput
          mt="xs"
          aria-label={addTexts.name}
          placeholder={addTexts.namePlaceholder}
          value={name}
          maxLength={64}
          autoFocus
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={tried && fault && (fault === 'empty' ? deviceTexts.nameEmpty : deviceTexts.nameControl)}
        />
      </Section>
      <Section title={addTexts.policies} hint={words.policiesHint}>
        <PolicySwitches policies={policies} onChange={setPolicies} />
      </Section>
      <Section title={addTexts.groups} hint={deviceTexts.groupsHint}>
        <LabelsField
          label={addTexts.groups}
          labels={groups}
          known={known.map(({ Name }) => Name)}
          onChange={setGroups}
        />
      </Section>
      <Section title={words.traffic} hint={words.trafficHint}>
        <Choice
          label={words.traffic}
          options={THROUGH.map((value) => ({ value, ...words.traffics[value] }))}
          value={through}
          onChange={setThrough}
        />
      </Section>
      <div className="stack-tight">
        <SubmitButton size="md" fullWidth save={add}>
          {words.submit}
        </SubmitButton>
      </div>
    </Form>
  )
}
