import { useQuery } from '@tanstack/react-query'
import { usage } from '../../../../router/model/traffic/usage/contract.ts'
import { type InsightsConfig, MOST_INSIGHTS_DAYS } from '../../../../router/model/traffic/usage/usage.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { SavedNumber } from '../../../parts/forms/SavedNumber.tsx'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { historyTexts } from '../../../texts/traffic/usage.ts'

const { insights: words } = historyTexts

/** Whether destination networks are counted, and for how many days by hour. */
export function Insights() {
  const { data, error, refetch } = useQuery(query(usage.insightsConfig))
  const save = useAct((body: InsightsConfig) => call(usage.setInsights, { body }), usage.insightsConfig)
  const shown = save.isPending ? save.variables : data
  return (
    <SettingSection changes={usage.setInsights} title={words.title} save={save}>
      {shown ? (
        <>
          <SwitchField
            label={words.enabled}
            hint={words.enabledHint}
            checked={shown.Enabled}
            onChange={(Enabled) => save.mutate({ ...shown, Enabled })}
          />
          <SavedNumber
            label={words.days}
            hint={words.daysHint}
            min={1}
            max={MOST_INSIGHTS_DAYS}
            value={shown.RetentionDays}
            onSave={(RetentionDays) => save.mutate({ ...shown, RetentionDays })}
          />
        </>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={120} />
      )}
    </SettingSection>
  )
}
