import { IconPlus } from '@tabler/icons-react'
import forms from '../../../parts/forms/Form.module.css'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import styles from './Notifications.module.css'
import { TargetRow } from './TargetRow.tsx'
import { ThisBrowser } from './ThisBrowser.tsx'
import type { ListedTarget } from './target.ts'
import { useTargets } from './useTargets.ts'

/** Where alerts are sent: to this browser, and to other destinations. */
export function NotificationsScreen() {
  const { data, error, refetch } = useTargets()
  if (data)
    return (
      <div className={forms.columns}>
        <ThisBrowser />
        <Targets targets={data} />
      </div>
    )
  return <LoadState title={notifyTexts.failed} query={{ error, refetch }} height={320} radius="lg" />
}

/** Where alerts are sent, with the last result of each. */
const Targets = ({ targets }: { targets: readonly ListedTarget[] }) => (
  <Section title={notifyTexts.targets.title} hint={notifyTexts.targets.hint}>
    {targets.length === 0 ? (
      <p>{notifyTexts.targets.empty}</p>
    ) : (
      <ul className={styles.list}>
        {targets.map((target) => (
          <TargetRow key={target.Id} target={target} />
        ))}
      </ul>
    )}
    <div className={forms.form}>
      <div className={forms.buttons}>
        <ButtonLink to="/admin/system/notifications/target" leftSection={<IconPlus size={18} aria-hidden />}>
          {notifyTexts.targets.add}
        </ButtonLink>
        <ButtonLink to="/admin/alerts/rules" variant="subtle">
          {notifyTexts.targets.rules}
        </ButtonLink>
      </div>
    </div>
  </Section>
)
