import { audienceTexts as texts } from '../../../texts/home/schedules.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { type HouseholdSelection, SelectionFields } from '../../vpn/tunnels/SelectionFields.tsx'
import type { ShownDevice } from '../devices/entry.ts'
import { type Audience, isUnchosen } from './audience.ts'

interface AudienceFieldsProps {
  audience: Audience
  onChange: (audience: Audience) => void
  entries: readonly ShownDevice[]
  /** Of the router, by field. */
  errors: { readonly [Field in keyof HouseholdSelection]?: string | undefined }
  /** A missing choice is an error. */
  isChecked: boolean
}

/** All devices, or chosen devices, groups and tags. */
export function AudienceFields({ audience, onChange, entries, errors, isChecked }: AudienceFieldsProps) {
  return (
    <div className="fields">
      <Choice
        label={texts.label}
        options={[
          { value: 'chosen', name: texts.chosen, hint: texts.chosenHint },
          { value: 'all', name: texts.all, hint: texts.allHint },
        ]}
        value={audience.isForAll ? 'all' : 'chosen'}
        onChange={(value) => onChange({ ...audience, isForAll: value === 'all' })}
      />
      {!audience.isForAll && (
        <SelectionFields
          chosen={audience}
          onChange={(part) => onChange({ ...audience, ...part })}
          entries={entries}
          errors={isChecked && isUnchosen(audience) ? { Devices: texts.missing } : errors}
        />
      )}
    </div>
  )
}
