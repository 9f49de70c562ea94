import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { FirewallRuleRow } from './FirewallRuleRow.tsx'
import styles from './FirewallRulesScreen.module.css'
import type { HomeView } from './home.ts'
import { RouterSettings } from './RouterSettings.tsx'
import { type FirewallRuleKind, keyOfFirewallRule, type RuleLists, rulesOfKind } from './rule.ts'
import { useRules } from './useRules.ts'

const CHAPTERS: readonly { readonly name: keyof typeof texts.chapters; readonly kinds: readonly FirewallRuleKind[] }[] =
  [
    { name: 'open', kinds: ['forward', 'endpoint'] },
    { name: 'blocked', kinds: ['block', 'block_forward', 'block_output'] },
    { name: 'router', kinds: ['service_port', 'multicast'] },
    { name: 'other', kinds: ['custom_interface'] },
  ]

/** Every rule of the firewall, by what it is for. */
export function FirewallRulesScreen() {
  const { config, home, error, refetch } = useRules()
  return (
    <>
      {config ? (
        CHAPTERS.map(({ name, kinds }) => (
          <div key={name} className={styles.chapter}>
            <h2>{texts.chapters[name]}</h2>
            <div className={styles.kinds}>
              {kinds.map((kind) => (
                <RuleList key={kind} kind={kind} lists={config} home={home} />
              ))}
            </div>
            {name === 'router' && <RouterSettings config={config} />}
          </div>
        ))
      ) : error ? (
        <Failed title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.chapter} aria-busy="true">
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} height={140} radius="lg" />
          ))}
        </div>
      )}
    </>
  )
}

function RuleList({ kind, lists, home }: { kind: FirewallRuleKind; lists: RuleLists; home: HomeView }) {
  const { title, hint, none, one } = texts.kinds[kind]
  const rules = rulesOfKind(kind, lists)
  const id = useId()
  return (
    <section className={styles.kind} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 id={id}>{title}</h3>
        <p>{rules.length > 0 ? hint : `${hint} ${none}`}</p>
      </div>
      <Permitted to={firewall.addForward}>
        <ButtonLink
          to="/admin/firewall/$kind"
          params={{ kind }}
          variant="light"
          size="compact-md"
          aria-label={one}
          leftSection={<IconPlus size={16} stroke={1.8} />}
        >
          {texts.add}
        </ButtonLink>
      </Permitted>
      {rules.length > 0 && (
        <ul className={styles.rules}>
          {rules.map((ruled) => (
            <FirewallRuleRow key={keyOfFirewallRule(ruled)} ruled={ruled} home={home} />
          ))}
        </ul>
      )}
    </section>
  )
}
