import forms from '../../parts/forms/Form.module.css'
import { OneTimeCode } from './OneTimeCode.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'

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
