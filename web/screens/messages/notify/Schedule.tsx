import { NumberInput, Switch, TextInput } from '@mantine/core'
import forms from '../../../parts/forms/Form.module.css'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import styles from './Notifications.module.css'
import type { TargetPartProps } from './TargetForm.tsx'
import { useNotifySettings } from './useTargets.ts'

const texts = notifyTexts.when

/** When a destination gets alerts: quiet hours, and the highest number of messages. */
export function Schedule({ fields, type, errors }: TargetPartProps) {
  const zone = useNotifySettings().data?.TimeZone
  const { isQuiet, from, to, isUrgentSent, perHour } = fields
  return (
    <Section title={texts.title}>
      <div className={forms.form}>
        <Switch
          label={texts.quiet}
          description={texts.quietHint}
          checked={isQuiet}
          onChange={({ currentTarget }) => type({ isQuiet: currentTarget.checked })}
        />
        {isQuiet && (
          <>
            <div className={styles.pair}>
              <TextInput
                type="time"
                label={texts.from}
                value={from}
                onChange={({ currentTarget }) => type({ from: currentTarget.value })}
                error={errors['QuietHours.From']}
              />
              <TextInput
                type="time"
                label={texts.to}
                value={to}
                onChange={({ currentTarget }) => type({ to: currentTarget.value })}
                error={errors['QuietHours.To']}
              />
            </div>
            {zone !== undefined && <p className="quiet">{texts.zone(zone)}</p>}
            <Switch
              label={texts.urgent}
              checked={isUrgentSent}
              onChange={({ currentTarget }) => type({ isUrgentSent: currentTarget.checked })}
            />
          </>
        )}
        <NumberInput
          label={texts.perHour}
          description={texts.perHourHint}
          min={1}
          max={1000}
          allowDecimal={false}
          value={perHour}
          onChange={(value) => type({ perHour: Number(value) })}
          error={errors.PerHour}
        />
      </div>
    </Section>
  )
}
