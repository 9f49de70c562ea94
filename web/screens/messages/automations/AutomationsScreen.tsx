import { IconPlus } from '@tabler/icons-react'
import type { ShownAutomation } from '../../../../router/model/messages/automations/contract.ts'
import { automations } from '../../../../router/model/messages/automations/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SavedSwitch } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { automationTexts } from '../../../texts/messages/automations.ts'
import list from '../notify/Notifications.module.css'
import { lastRunWords } from './state.ts'
import { useAutomationChange, useAutomations, useNotices } from './useAutomations.ts'

const texts = automationTexts.list
const PAGE = '/admin/system/automations/script'

/** All automations with their last runs. */
export function AutomationsScreen() {
  const { data, error, refetch } = useAutomations()
  const hasNotices = useNotices()
  if (!data) return <LoadState title={automationTexts.failed} query={{ error, refetch }} height={240} radius="lg" />
  return (
    <Section title={texts.title} hint={texts.hint}>
      {data.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <ul className={list.list}>
          {data.map((automation) => (
            <Row key={automation.Name} automation={automation} />
          ))}
        </ul>
      )}
      {hasNotices === false && <p className="quiet">{texts.alerts}</p>}
      <div className={forms.form}>
        <div className={forms.buttons}>
          <ButtonLink to={PAGE} leftSection={<IconPlus size={18} aria-hidden />}>
            {texts.add}
          </ButtonLink>
          {hasNotices === false && (
            <ButtonLink to="/admin/alerts/rules" variant="subtle">
              {texts.alertsLink}
            </ButtonLink>
          )}
        </div>
      </div>
    </Section>
  )
}

function Row({ automation }: { automation: ShownAutomation }) {
  const { Name: name, Enabled, Dropped } = automation
  const now = useNow()
  const enable = useAutomationChange((on: boolean) =>
    call(automations.enable, { params: { name }, body: { Enabled: on } }),
  )
  const { text, isBad } = lastRunWords(automation, now)
  return (
    <li className={list.row}>
      <SavedSwitch aria-label={texts.enabled(name)} saved={Enabled} save={enable} />
      <div className={list.words}>
        <strong>{name}</strong>
        <p className={list.status} data-failed={isBad || undefined} role="status">
          {text}
          {Dropped > 0 && ` · ${texts.dropped(Dropped)}`}
        </p>
        <SaveError error={enable.error} />
      </div>
      <div className={list.actions}>
        <ButtonLink to={PAGE} search={{ name }} variant="default" size="xs" aria-label={texts.editNamed(name)}>
          {texts.edit}
        </ButtonLink>
      </div>
    </li>
  )
}
