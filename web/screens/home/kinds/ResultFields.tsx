import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CATEGORIES, type Fingerprint, MOST_WEIGHT } from '../../../../router/model/home/kinds/fingerprint.ts'
import { kindRuleTexts } from '../../../texts/home/kinds.ts'
import { kindName } from '../devices/kindName.ts'
import styles from './Kinds.module.css'
import { MOST_LABEL } from './rule.ts'

const texts = kindRuleTexts.form
const OTHER = 'other'
const isListed = (category: string): boolean => (CATEGORIES as readonly string[]).includes(category)

interface ResultFieldsProps {
  rule: Fingerprint
  onChange: (part: Partial<Fingerprint>) => void
}

/** What a rule sets for devices that match: their kind with its certainty, manufacturer and model. */
export function ResultFields({ rule: { Category, Vendor, Model, Weight, Decisive }, onChange }: ResultFieldsProps) {
  const [isOther, setOther] = useState(Category !== '' && !isListed(Category))
  const select = (value: string) => {
    setOther(value === OTHER)
    onChange({ Category: value === OTHER ? '' : value })
  }
  return (
    <div className={styles.form}>
      <NativeSelect
        label={texts.kind}
        value={isOther ? OTHER : Category}
        onChange={({ currentTarget }) => select(currentTarget.value)}
        data={[
          ...CATEGORIES.map((value) => ({ value, label: kindName(value) })),
          { value: OTHER, label: texts.other },
          { value: '', label: texts.noKind },
        ]}
      />
      {isOther && (
        <TextInput
          label={texts.ownKind}
          value={Category}
          onChange={({ currentTarget }) => onChange({ Category: currentTarget.value })}
          maxLength={MOST_LABEL}
          autoComplete="off"
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label={texts.vendor}
          value={Vendor}
          onChange={({ currentTarget }) => onChange({ Vendor: currentTarget.value })}
          maxLength={MOST_LABEL}
          autoComplete="off"
        />
        <TextInput
          label={texts.model}
          value={Model}
          onChange={({ currentTarget }) => onChange({ Model: currentTarget.value })}
          maxLength={MOST_LABEL}
          autoComplete="off"
        />
      </div>
      {(isOther || Category !== '') && (
        <>
          <Switch
            size="md"
            label={texts.decisive}
            description={texts.decisiveHint}
            checked={Decisive}
            onChange={({ currentTarget }) => onChange({ Decisive: currentTarget.checked })}
          />
          {!Decisive && (
            <NumberInput
              label={texts.weight}
              description={texts.weightHint}
              value={Weight}
              onChange={(value) => onChange({ Weight: Number(value) || 1 })}
              min={1}
              max={MOST_WEIGHT}
              clampBehavior="strict"
              allowDecimal={false}
              hideControls
            />
          )}
        </>
      )}
    </div>
  )
}
