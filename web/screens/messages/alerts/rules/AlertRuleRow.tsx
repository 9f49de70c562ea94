import { ActionIcon, Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AlertSetting, Mute } from '../../../../../router/model/messages/alerts/alert.ts'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { notifyFailure, showResult } from '../../../../parts/notices/showResult.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { translatedRuleName } from '../ownTexts.ts'
import { EditLink } from './EditLink.tsx'
import { Mutes } from './Mutes.tsx'
import styles from './Rules.module.css'
import { useChangeAlertRule, useRemoveAlertRule } from './useAlertRules.ts'

const { rules: words } = alertTexts

/** When a rule applies and what it does, in a few words. */
function summaryOf({ Conditions, MatchAnyOne, InvertRule, Actions }: AlertSetting): string {
  const does = [
    Actions.some(({ SendNotification }) => SendNotification) && words.notifies,
    Actions.some(({ StoreAlert }) => StoreAlert) && words.stores,
  ].filter((one) => one !== false)
  return [
    words.conditions(Conditions.length, MatchAnyOne),
    ...(InvertRule && Conditions.length > 0 ? [words.inverted] : []),
    does.join(', ') || words.nothing,
  ].join(' · ')
}

/** A rule: its switch, a link that edits it, and a button that deletes it. */
export function AlertRuleRow({ rule, mutes }: { rule: AlertSetting; mutes: readonly Mute[] }) {
  const { Name: stored, RuleId, TopicPrefix, Disabled } = rule
  const Name = translatedRuleName(TopicPrefix, stored) ?? stored
  const [isAsked, setAsked] = useState(false)
  const remove = useRemoveAlertRule()
  const save = useChangeAlertRule()
  const isOn = save.isPending ? !save.variables.Disabled : !Disabled
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Permitted to={alerts.replace} isShown>
          <Switch
            className={styles.switch}
            size="md"
            label={Name}
            description={
              <>
                <code>{TopicPrefix}</code> · {summaryOf(rule)}
              </>
            }
            checked={isOn}
            onChange={({ currentTarget }) =>
              save.mutate({ RuleId, Disabled: !currentTarget.checked }, { onError: notifyFailure })
            }
          />
        </Permitted>
        <Permitted to={alerts.replace}>
          <span className={styles.tools}>
            <EditLink name={Name} ruleId={RuleId} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.remove(Name)}
              title={words.remove(Name)}
              onClick={() => setAsked(true)}
            >
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </span>
        </Permitted>
      </div>
      <Mutes mutes={mutes} />
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.removeTitle(Name)}
        hint={words.removeHint}
        confirm={words.removeConfirm}
        // The row is gone by then, and callbacks of its mutation with it.
        onConfirm={() =>
          void remove.mutateAsync(RuleId).then(
            () => showResult(words.removed(Name)),
            () => undefined,
          )
        }
        action={remove}
      />
    </li>
  )
}
