import { useParams, useSearch } from '@tanstack/react-router'
import type { ForwardingRule } from '../../../../router/model/firewall/config/configrule.ts'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { useLinks } from '../../internet/links/useLinks.ts'
import { FirewallRuleForm } from './FirewallRuleForm.tsx'
import styles from './FirewallRuleScreen.module.css'
import { outsideOf } from './outside.ts'
import { RemoveRule } from './RemoveRule.tsx'
import { blank, type FirewallRuleKind, isKind, isOff, keyOfFirewallRule, rulesOfKind } from './rule.ts'
import { useRules } from './useRules.ts'

/** One rule: a new one of some kind, or the one that the address names. */
export function FirewallRuleScreen() {
  const { kind } = useParams({ from: '/admin/firewall/$kind' })
  const { rule } = useSearch({ from: '/admin/firewall/$kind' })
  const title = isKind(kind) ? (rule === undefined ? texts.kinds[kind].one : texts.kinds[kind].edit) : texts.title
  usePageTitle(title)
  return (
    <>
      <BackLink to="/admin/firewall">{texts.back}</BackLink>
      {isKind(kind) ? (
        <>
          <h1 className={styles.title}>{title}</h1>
          <Page key={`${kind} ${rule}`} kind={kind} wanted={rule} />
        </>
      ) : (
        <Missing title={texts.unknownKind} hint={texts.unknownKindHint} isAlone />
      )}
    </>
  )
}

function Page({ kind, wanted }: { kind: FirewallRuleKind; wanted: string | undefined }) {
  const { config, home, error, refetch } = useRules()
  if (!config) return <LoadState title={texts.failed} query={{ error, refetch }} height={420} radius="lg" />
  if (wanted === undefined) return <FirewallRuleForm before={undefined} start={blank(kind)} home={home} />
  const before = rulesOfKind(kind, config).find((one) => keyOfFirewallRule(one) === wanted)
  if (!before) return <Missing title={texts.missing} hint={texts.missingHint} />
  return (
    <div className="stack">
      {before.kind === 'forward' && !isOff(before) && <FromOutside rule={before.rule} />}
      <FirewallRuleForm before={before} start={before} home={home} />
      <Permitted to={firewall.removeForward}>
        <RemoveRule ruled={before} home={home} />
      </Permitted>
    </div>
  )
}

const Missing = ({ title, hint, isAlone = false }: { title: string; hint: string; isAlone?: boolean }) => (
  <Face title={title} hint={hint} isAlone={isAlone}>
    <ButtonLink to="/admin/firewall" variant="default">
      {texts.back}
    </ButtonLink>
  </Face>
)

/** The address to try from somewhere else, for as long as there is one. */
function FromOutside({ rule }: { rule: ForwardingRule }) {
  const { links = [] } = useLinks()
  const { addresses, isBehind } = outsideOf(rule, links)
  if (addresses.length === 0) return null
  return (
    <div className={styles.outside}>
      <ul>
        {addresses.map((address) => (
          <li key={address}>
            {texts.outside.title} <code>{address}</code>
          </li>
        ))}
      </ul>
      {isBehind && <p>{texts.outside.behind}</p>}
    </div>
  )
}
