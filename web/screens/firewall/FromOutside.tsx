import type { ForwardingRule } from '../../../router/features/firewall/rule.ts'
import { firewallTexts as texts } from '../../texts/firewall.ts'
import { useLinks } from '../links/useLinks.ts'
import styles from './FromOutside.module.css'
import { outsideOf } from './outside.ts'

/** The address to try from somewhere else, for as long as there is one. */
export function FromOutside({ rule }: { rule: ForwardingRule }) {
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
