import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { Policy } from '../../../../router/model/home/devices/device.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { deviceTexts } from '../../../texts/home/devices/device.ts'
import { texts } from '../../../texts.ts'
import styles from './PolicySwitches.module.css'
import { CHOICES, isSeldom, type PolicyChoice, withPolicy } from './policies.ts'

interface PolicySwitchesProps {
  policies: readonly Policy[]
  onChange: (policies: Policy[]) => void
}

/** A switch for each policy, with its title and its name in the API. */
export function PolicySwitches({ policies, onChange }: PolicySwitchesProps) {
  const [seldom, usual] = [CHOICES.filter(isSeldom), CHOICES.filter((choice) => !isSeldom(choice))]
  // Evaluated once, so that the section does not collapse when its last policy is turned off.
  const [isUsed] = useState(() => seldom.some((choice) => policies.includes(choice)))
  const list = (choices: readonly PolicyChoice[]) => (
    <div className={styles.list}>
      {choices.map((choice) => (
        <PolicySwitch key={choice} choice={choice} policies={policies} onChange={onChange} />
      ))}
    </div>
  )
  if (isUsed) return list(CHOICES)
  return (
    <>
      {list(usual)}
      <div className={styles.seldom}>
        <More label={deviceTexts.policiesSeldom}>{list(seldom)}</More>
      </div>
    </>
  )
}

const PolicySwitch = ({ choice, policies, onChange }: { choice: PolicyChoice } & PolicySwitchesProps) => (
  <Switch
    labelPosition="left"
    size="md"
    classNames={{ root: styles.choice, body: styles.body, labelWrapper: styles.words, description: styles.hint }}
    label={
      <>
        {texts.policies[choice].title} <code className={styles.code}>{choice}</code>
      </>
    }
    description={texts.policies[choice].hint}
    checked={policies.includes(choice)}
    onChange={({ currentTarget }) => onChange(withPolicy(policies, choice, currentTarget.checked))}
  />
)
