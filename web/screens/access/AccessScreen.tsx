import forms from '../../parts/forms/Form.module.css'
import { OneTimeCode } from './OneTimeCode.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'

/** Who gets at the router, and by what. */
export const AccessScreen = () => (
  <div className={forms.columns}>
    <div className={forms.page}>
      <OneTimeCode />
      <Password />
      <Sessions />
    </div>
    <Tokens />
  </div>
)
