import { Button, Switch } from '@mantine/core'
import type { GuestNetworkState } from '../../../../router/model/home/guests/contract.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { guestTexts as texts } from '../../../texts/home/guests.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { ssidFault } from '../../wifi/radios/fields.ts'
import { Letters } from '../devices/add/Letters.tsx'
import styles from './GuestCard.module.css'
import { passphraseFault, weekdayAndTime } from './guestNetwork.ts'
import type { useGuestNetwork } from './useGuestNetwork.ts'

interface GuestSettingsProps {
  network: GuestNetworkState
  save: ReturnType<typeof useGuestNetwork>['save']
  renew: ReturnType<typeof useGuestNetwork>['renew']
  /** Of the router, by field. */
  errors: Readonly<Record<string, string>>
}

/** Name, passphrase and security of the guest network. Each is saved separately. */
export function GuestSettings({ network, save, renew, errors }: GuestSettingsProps) {
  const { Ssid, Passphrase, Daily, ValidUntil, Wpa3 } = network
  // What was chosen is shown while it is being saved.
  const chosen = { Daily, Wpa3, ...(save.isPending && save.variables) }
  return (
    <>
      <SavedField
        label={texts.name}
        saved={Ssid}
        faultOf={ssidFault}
        save={save}
        onSave={(text, onSaved) => save.mutate({ Ssid: text }, { onSuccess: onSaved })}
        error={errors.Ssid}
        spellCheck={false}
      />
      <Choice
        label={texts.kind}
        options={(['static', 'daily'] as const).map((value) => ({ value, ...texts.kinds[value] }))}
        value={chosen.Daily ? 'daily' : 'static'}
        onChange={(kind) => save.mutate({ Daily: kind === 'daily' })}
      />
      <div className={styles.passphrase}>
        {Daily ? (
          <>
            <Letters passphrase={Passphrase} label={texts.passphrase} />
            <p>{texts.until(weekdayAndTime(ValidUntil))}</p>
          </>
        ) : (
          <SavedField
            label={texts.passphrase}
            description={texts.passphraseHint}
            saved={Passphrase}
            faultOf={passphraseFault}
            save={save}
            onSave={(text, onSaved) => save.mutate({ Passphrase: text }, { onSuccess: onSaved })}
            error={errors.Passphrase}
            spellCheck={false}
          />
        )}
        <Renew renew={renew} />
      </div>
      <Switch
        label={texts.wpa3}
        description={texts.wpa3Hint}
        checked={chosen.Wpa3}
        onChange={({ currentTarget }) => save.mutate({ Wpa3: currentTarget.checked })}
      />
    </>
  )
}

/** Creates another passphrase after a confirmation. */
const Renew = ({ renew }: Pick<GuestSettingsProps, 'renew'>) => (
  <div>
    <Confirmed title={texts.renewTitle} hint={texts.renewHint} confirm={texts.renewConfirm} action={renew}>
      {(open) => (
        <Button variant="default" onClick={open}>
          {texts.renew}
        </Button>
      )}
    </Confirmed>
  </div>
)
