import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { guestTexts as texts } from '../../../texts/home/guests.ts'
import { homeNetwork } from '../../wifi/radiostate/homeNetwork.ts'
import { GuestSettings } from './GuestSettings.tsx'
import { defaultName } from './guestNetwork.ts'
import { Sharing } from './Sharing.tsx'
import { useGuestNetwork } from './useGuestNetwork.ts'

/** The guest network: one switch, and its settings while it is on. */
export function GuestCard({ radios }: { radios: readonly WifiRadio[] }) {
  const guest = useGuestNetwork()
  const { network, save, renew, remove } = guest
  const [asked, { open, close }] = useDisclosure(false)
  const isOn = network.data?.Enabled ?? false
  const complaint = complaintOf(save.error, isOn ? ['Ssid', 'Passphrase'] : [])
  const turnOn = () => save.mutate({ Ssid: defaultName(homeNetwork(radios)?.Ssid ?? ''), Passphrase: '' })
  return (
    <Section title={texts.title} hint={texts.hint} note={<SaveNote status={save.status} />}>
      {network.data ? (
        <div className="fields">
          <Switch
            size="md"
            aria-label={texts.title}
            checked={isOn || save.isPending}
            disabled={save.isPending}
            onChange={() => (isOn ? open() : turnOn())}
          />
          <SaveError error={complaint.rest ? save.error : null} />
          {isOn && <GuestSettings network={network.data} save={save} renew={renew} errors={complaint.fields} />}
          {isOn && <Sharing />}
        </div>
      ) : (
        <LoadState title={texts.failed} query={network} height={120} radius="lg" />
      )}
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.offTitle}
        hint={texts.offHint}
        confirm={texts.offConfirm}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
        action={remove}
      />
    </Section>
  )
}
