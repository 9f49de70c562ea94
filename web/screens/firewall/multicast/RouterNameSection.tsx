import { multicast } from '../../../../router/model/firewall/multicast/contract.ts'
import type { MulticastSettings } from '../../../../router/model/firewall/multicast/settings.ts'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SavedSwitch } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { multicastTexts } from '../../../texts/firewall/multicast.ts'
import { useMulticast, useMulticastChange } from './useMulticast.ts'

const words = multicastTexts.name
const USUAL = 'spr'

/** What leads to the router in a browser at home. Left out while it cannot be read: the router has other names, too. */
export function RouterNameSection() {
  const { data } = useMulticast()
  return data ? <Form saved={data} /> : null
}

function Form({ saved }: { saved: MulticastSettings }) {
  const rename = useMulticastChange<string>((_, name) => ({ MDNSName: name }))
  const advertise = useMulticastChange<boolean>((_, isOn) => ({ DisableMDNSAdvertise: !isOn }))
  const name = saved.MDNSName.replace(/\.local\.?$/i, '') || USUAL
  const { hostname, pathname, protocol } = window.location
  // The router answers to its names alone, and this page was opened by one that it has no more.
  const isLeft = rename.isSuccess && hostname.endsWith('.local') && hostname !== `${name.toLowerCase()}.local`
  const { fields, rest } = complaintOf(rename.error, ['MDNSName'])
  return (
    <Section
      changes={multicast.updateMulticastSettings}
      title={words.title}
      hint={words.hint}
      note={<SaveNote status={rename.status} />}
    >
      <SavedField
        aria-label={words.title}
        leftSection="http://"
        leftSectionWidth={64}
        rightSection=".local"
        rightSectionWidth={60}
        maxLength={63}
        autoCapitalize="none"
        spellCheck={false}
        saved={name}
        save={rename}
        onSave={(next, onSuccess) => rename.mutate(next === USUAL ? '' : next, { onSuccess })}
        error={fields.MDNSName}
        mb="sm"
      />
      {rest !== '' && <SaveError error={rename.error} />}
      {isLeft && (
        <p role="status">
          {words.moved} <a href={`${protocol}//${name}.local${pathname}`}>{`${protocol}//${name}.local`}</a>
        </p>
      )}
      <More label={words.more}>
        <SavedSwitch
          size="sm"
          label={words.outside}
          description={words.outsideHint}
          saved={!saved.DisableMDNSAdvertise}
          save={advertise}
        />
        <SaveError error={advertise.error} />
      </More>
    </Section>
  )
}
