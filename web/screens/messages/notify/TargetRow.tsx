import { Button } from '@mantine/core'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { call } from '../../../client/client.ts'
import { SavedSwitch } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { TestResultMessage } from '../../../parts/forms/TestResultMessage.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Chips } from '../../../parts/layout/Chips.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { LastResultWords } from './LastResultWords.tsx'
import { isFailed } from './lastResult.ts'
import styles from './Notifications.module.css'
import { addressOfTarget, type ListedTarget } from './target.ts'
import { testTarget, useTargetChange } from './useTargets.ts'

const texts = notifyTexts.targets

/** A destination: name, address, the last result, and a test. */
export function TargetRow({ target }: { target: ListedTarget }) {
  const { Id: id, Name: name, Kind: kind } = target
  const now = useNow()
  const enable = useTargetChange((Enabled: boolean) => call(notify.update, { params: { id }, body: { Enabled } }))
  const test = useTargetChange(() => testTarget(id))
  return (
    <li className={styles.row}>
      <SavedSwitch aria-label={texts.enabled(name)} saved={target.Enabled} save={enable} />
      <div className={styles.words}>
        <div className={styles.title}>
          <strong>{name}</strong>
          <Chips words={[notifyTexts.kinds[kind]]} kind="label" />
        </div>
        {addressOfTarget(target) !== '' && <span className={styles.address}>{addressOfTarget(target)}</span>}
        {test.data ? (
          <TestResultMessage result={test.data} />
        ) : (
          <p className={styles.status} data-failed={isFailed(target) || undefined} role="status">
            <LastResultWords of={target} now={now} />
          </p>
        )}
        <SaveError error={enable.error ?? test.error} />
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.test(name)}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.testShort}
        </Button>
        <ButtonLink
          to="/admin/system/notifications/target"
          search={{ id }}
          variant="default"
          size="xs"
          aria-label={texts.edit(name)}
        >
          {texts.editShort}
        </ButtonLink>
      </div>
    </li>
  )
}
