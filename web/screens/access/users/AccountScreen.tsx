import { ownName, ownRole } from '../../../client/may.ts'
import forms from '../../../parts/forms/Form.module.css'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { usersTexts } from '../../../texts/access/users.ts'
import { OneTimeCode } from '../credentials/OneTimeCode.tsx'
import { Passkeys } from '../credentials/Passkeys.tsx'
import { Password } from '../credentials/Password.tsx'
import { Sessions } from '../credentials/Sessions.tsx'
import styles from './Users.module.css'

const words = usersTexts.account

/** The password, one-time codes and sessions of a user who is not an owner. */
export function AccountScreen() {
  usePageTitle(words.title)
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      <p className={styles.note}>{words.hint(ownName(), usersTexts.roles[ownRole()])}</p>
      <div className={forms.columns}>
        <div className={forms.page}>
          <Password />
          <OneTimeCode />
          <Passkeys />
        </div>
        <div className={forms.page}>
          <Sessions />
        </div>
      </div>
    </div>
  )
}
