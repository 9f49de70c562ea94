import forms from '../../parts/forms/Form.module.css'
import { OneTimeCode } from './credentials/OneTimeCode.tsx'
import { Passkeys } from './credentials/Passkeys.tsx'
import { Password } from './credentials/Password.tsx'
import { Sessions } from './credentials/Sessions.tsx'
import { Tokens } from './credentials/Tokens.tsx'

/** Password, one-time codes, passkeys, sessions and API tokens. */
export const AccessScreen = () => (
  <div className={forms.columns}>
    <div className={forms.page}>
      <OneTimeCode />
      <Passkeys />
      <Password />
    </div>
    <div className={forms.page}>
      <Sessions />
      <Tokens />
    </div>
  </div>
)
