import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import forms from '../../../parts/forms/Form.module.css'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import styles from './Notifications.module.css'
import type { TargetPartProps } from './TargetForm.tsx'
import { isNothingSelected, type TargetFields } from './target.ts'
import { AREA_NAMES } from './topics.ts'

const texts = notifyTexts.what

/** Which alerts a destination gets: by importance, and by area. */
export function Which({ fields, type, errors }: TargetPartProps) {
  const { minimum, isSome, areas, others } = fields
  return (
    <Section title={texts.title}>
      <div className={forms.form}>
        <NativeSelect
          label={texts.minimum}
          value={minimum}
          onChange={({ currentTarget }) => type({ minimum: currentTarget.value as TargetFields['minimum'] })}
          data={Object.entries(texts.minimums).map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label={texts.about}
          value={isSome ? 'some' : 'all'}
          onChange={({ currentTarget }) => type({ isSome: currentTarget.value === 'some' })}
          data={Object.entries(texts.abouts).map(([value, label]) => ({ value, label }))}
        />
        {isSome && (
          <>
            <fieldset className={styles.areas} aria-label={texts.about}>
              {AREA_NAMES.map((area) => (
                <Checkbox
                  key={area}
                  label={texts.areas[area]}
                  checked={areas.includes(area)}
                  onChange={({ currentTarget }) =>
                    type({
                      areas: AREA_NAMES.filter((one) => (one === area ? currentTarget.checked : areas.includes(one))),
                    })
                  }
                />
              ))}
            </fieldset>
            <More label={texts.other} isOpen={others !== ''}>
              <Textarea
                aria-label={texts.other}
                description={texts.otherHint}
                value={others}
                rows={2}
                spellCheck={false}
                autoCapitalize="none"
                onChange={({ currentTarget }) => type({ others: currentTarget.value })}
                error={errors.Topics}
              />
            </More>
            {isNothingSelected(fields) && <p className="quiet">{texts.nothing}</p>}
          </>
        )}
      </div>
    </Section>
  )
}
