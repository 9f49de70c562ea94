import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import type { Policy } from '../../../router/features/devices/device.ts'
import { texts } from '../../texts.ts'
import styles from './PolicySwitches.module.css'
import { CHOICES, withPolicy } from './policies.ts'

interface PolicySwitchesProps {
  policies: readonly Policy[]
  onChange: (policies: Policy[]) => void
}

/** Each policy in plain words, with the name that rules and the manual call it by. */
export const PolicySwitches = ({ policies, onChange }: PolicySwitchesProps) => (
  <div className={styles.list}>
    {CHOICES.map((policy) => (
      <Switch
        key={policy}
        labelPosition="left"
        size="md"
        classNames={{ root: styles.choice, body: styles.body, labelWrapper: styles.words, description: styles.hint }}
        label={
          <>
            {texts.policies[policy].title} <code className={styles.code}>{policy}</code>
          </>
        }
        description={texts.policies[policy].hint}
        checked={policies.includes(policy)}
        onChange={({ currentTarget }) => onChange(withPolicy(policies, policy, currentTarget.checked))}
      />
    ))}
  </div>
)
