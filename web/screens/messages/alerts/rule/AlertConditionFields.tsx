import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import type { Payload } from '../../events/fields.ts'
import { useHousehold } from '../../events/useHousehold.ts'
import { type ConditionLine, conditionLinesOf } from './draft.ts'
import styles from './Rule.module.css'

const { rule: words } = alertTexts

interface AlertConditionFieldsProps {
  event: Payload
  /** JSONPaths. */
  conditions: readonly string[]
  onChange: (conditions: readonly string[]) => void
  error: string | undefined
}

/** The fields of the event that must match, as checkboxes, and conditions of one’s own. */
export function AlertConditionFields({ event, conditions, onChange, error }: AlertConditionFieldsProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const lines = conditionLinesOf(event, conditions)
  const change = (condition: string, isOn: boolean) =>
    onChange(isOn ? [...conditions, condition] : conditions.filter((one) => one !== condition))
  const addTyped = () => {
    const condition = typed.trim()
    if (condition === '') return
    if (!conditions.includes(condition)) change(condition, true)
    setTyped('')
  }
  const seldom = lines.filter(({ isSeldom, isOn }) => isSeldom && !isOn)
  return (
    <fieldset className={styles.conditions} aria-describedby={`${id} hint`}>
      <legend>{words.match}</legend>
      <p id={`${id} hint`} className="quiet">
        {words.matchHint}
      </p>
      <Lines lines={lines.filter(({ isSeldom, isOn }) => !isSeldom || isOn)} onChange={change} />
      {seldom.length > 0 && (
        <More label={words.moreFields}>
          <div className={styles.conditions}>
            <Lines lines={seldom} onChange={change} />
          </div>
        </More>
      )}
      {error && (
        <p className={styles.refused} role="alert">
          {error}
        </p>
      )}
      <More label={words.addPath}>
        <div className={styles.own}>
          <TextInput
            label={words.path}
            description={words.pathHint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1000}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addTyped()
            }}
          />
          <Button variant="default" onClick={addTyped}>
            {words.addPath}
          </Button>
        </div>
      </More>
    </fieldset>
  )
}

interface LinesProps {
  lines: readonly ConditionLine[]
  onChange: (condition: string, isOn: boolean) => void
}

function Lines({ lines, onChange }: LinesProps) {
  const household = useHousehold()
  const nameOf = (value: string) => {
    const known = household.find({ mac: value, ip: value, key: value })
    return known && value !== known.name ? ` (${known.name})` : ''
  }
  return lines.map(({ condition, path, value, isOn }) =>
    path === undefined ? (
      <p key={condition} className={styles.path}>
        <code>{condition}</code>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.removePath(condition)}
          title={words.removePath(condition)}
          onClick={() => onChange(condition, false)}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </p>
    ) : (
      <Checkbox
        key={condition}
        className={styles.field}
        label={
          <>
            <code>{path}</code> {value === '' ? words.emptyValue : value}
            {nameOf(value)}
          </>
        }
        checked={isOn}
        onChange={({ currentTarget }) => onChange(condition, currentTarget.checked)}
      />
    ),
  )
}
