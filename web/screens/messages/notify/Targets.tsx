import { IconPlus } from '@tabler/icons-react'
import forms from '../../../parts/forms/Form.module.css'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import styles from './Notifications.module.css'
import { TargetRow } from './TargetRow.tsx'
import type { ListedTarget } from './target.ts'

const texts = notifyTexts.targets

/** Where alerts are sent, with the last result of each. */
export const Targets = ({ targets }: { targets: readonly ListedTarget[] }) => (
  <Section title={texts.title} hint={texts.hint}>
    {targets.length === 0 ? (
      <p>{texts.empty}</p>
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
          {texts.add}
        </ButtonLink>
        <ButtonLink to="/admin/alerts/rules" variant="subtle">
          {texts.rules}
        </ButtonLink>
      </div>
    </div>
  </Section>
)
