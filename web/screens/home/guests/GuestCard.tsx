import { Switch } from '@mantine/core'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { guestTexts as texts } from '../../../texts/home/guests.ts'
import { homeNetwork } from '../../wifi/radiostate/radio.ts'
import { GuestSettings } from './GuestSettings.tsx'
import { defaultName } from './guestNetwork.ts'
import { Sharing } from './Sharing.tsx'
import { useGuestNetwork } from './useGuestNetwork.ts'

/** The guest network: one switch, and its settings while it is on. */
export function GuestCard({ radios }: { radios: readonly WifiRadio[] }) {
  const guest = useGuestNetwork()
  const { network, save, renew, remove } = guest
  const isOn = network.data?.Enabled ?? false
  const complaint = complaintOf(save.error, isOn ? ['Ssid', 'Passphrase'] : [])
  const turnOn = () => save.mutate({ Ssid: defaultName(homeNetwork(radios)?.Ssid ?? ''), Passphrase: '' })
  return (
    <Confirmed title={texts.offTitle} hint={texts.offHint} confirm={texts.offConfirm} action={remove}>
      {(open) => (
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
        </Section>
      )}
    </Confirmed>
  )
}
