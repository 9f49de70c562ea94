import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { otp } from '../../../../router/model/access/credentials/contract.ts'
import { recoveryCodes } from '../../../../router/model/access/credentials/listcontract.ts'
import { passkeys } from '../../../../router/model/access/credentials/passkeycontract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call, codes } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { RecoveryCodesSection } from './RecoveryCodesSection.tsx'

const words = accessTexts.passkeys
const useChange = changesOf(otp.status)

/** Whether each sign-in with the password needs a passkey, which the router permits with recovery codes only; and these codes. */
export function EverySignIn({ isOn }: { isOn: boolean }) {
  const { data: recovery } = useQuery(query(recoveryCodes.status))
  const change = useChange(async (AlwaysOn: boolean) => {
    await call(passkeys.always, { body: { AlwaysOn } })
    // The change has ended proofs.
    codes.forget()
  })
  const mayTurnOn = recovery !== undefined && recovery.Left > 0
  return (
    <div className={forms.form}>
      <Switch
        size="md"
        label={words.always}
        description={isOn || mayTurnOn ? words.alwaysHint : words.alwaysNeeds}
        checked={isOn}
        disabled={!isOn && !mayTurnOn}
        onChange={() => change.mutate(!isOn)}
      />
      <SaveError error={change.error} />
      <RecoveryCodesSection first={undefined} />
    </div>
  )
}
