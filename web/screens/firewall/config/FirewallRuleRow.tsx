import { Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import styles from './FirewallRuleRow.module.css'
import type { HomeView } from './home.ts'
import { whyIdle } from './idle.ts'
import { canRest, isOff, keyOfFirewallRule, type Ruled } from './rule.ts'
import { codeOf, sentenceOf } from './sentence.ts'
import { useRuleEdit } from './useRules.ts'

/** A rule in the list: what it does, what it is called, whether it does anything. The sentence leads to its form. */
export function FirewallRuleRow({ ruled, home }: { ruled: Ruled; home: HomeView }) {
  const edit = useRuleEdit()
  const { kind, rule } = ruled
  const off = edit.isPending && edit.variables.after ? isOff(edit.variables.after) : isOff(ruled)
  const code = codeOf(ruled)
  const own = ['RuleName', 'Description'].map((name) => String(Reflect.get(rule, name) ?? ''))
  const called = new Set(own.some((word) => word !== '') ? own : [texts.known[code] ?? ''])
  const idle = whyIdle(ruled, home)
  const turn = (on: boolean) =>
    edit.mutate({ before: ruled, after: { kind, rule: { ...rule, Disabled: !on } } as Ruled })
  return (
    <li className={styles.row} data-off={off || undefined}>
      <div className={styles.words}>
        <Link
          to="/admin/firewall/$kind"
          params={{ kind }}
          search={{ rule: keyOfFirewallRule(ruled) }}
          className={styles.sentence}
        >
          {sentenceOf(ruled, home)}
        </Link>
        <p className={styles.more}>
          {off && <strong>{texts.off}</strong>}
          {[...called]
            .filter((word) => word !== '')
            .map((word) => (
              <span key={word}>{word}</span>
            ))}
          <code>{code}</code>
        </p>
        {idle && !off && (
          <p className={styles.idle}>
            <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
            <span>
              {texts.idleNow} {idle}
            </span>
          </p>
        )}
        <SaveError error={edit.error} />
      </div>
      {canRest(kind) && (
        <Permitted to={firewall.addForward} isShown>
          <Switch
            size="md"
            aria-label={texts.isOn(sentenceOf(ruled, home))}
            checked={!off}
            onChange={({ currentTarget }) => turn(currentTarget.checked)}
          />
        </Permitted>
      )}
    </li>
  )
}
