import { TextInput } from '@mantine/core'
import { OneOrAll } from '../../../parts/lists/FilterBar.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { isReversed, QUERY_PERIODS, type QueryPeriod, timeSpanOf } from './filters.ts'
import type { WantedLog } from './searchParams.ts'

const { line: words } = dnsTexts

/** Filters that change; undefined ones are cleared. */
export type LogFilterChanges = Partial<Record<keyof WantedLog, WantedLog[keyof WantedLog] | undefined>>

interface PeriodFieldsProps {
  wanted: WantedLog
  onChange: (some: LogFilterChanges) => void
}

/** Selects a period: today, yesterday, a day, or from one time to another. */
export function PeriodFields({ wanted, onChange }: PeriodFieldsProps) {
  const { period, day, from, to } = wanted
  const time = (name: 'day' | 'from' | 'to', type: 'date' | 'datetime-local', value: string | undefined) => (
    <TextInput
      type={type}
      aria-label={words[name]}
      title={words[name]}
      value={value ?? ''}
      error={name === 'to' && isReversed(timeSpanOf(wanted, Date.now())) && words.reversed}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
    />
  )
  return (
    <>
      <OneOrAll
        label={words.period}
        all={words.anyTime}
        options={QUERY_PERIODS.map((one) => ({ value: one, label: words.periods[one] }))}
        value={period}
        onChange={(next) =>
          onChange({ period: next as QueryPeriod | undefined, day: undefined, from: undefined, to: undefined })
        }
      />
      {period === 'day' && time('day', 'date', day)}
      {period === 'range' && (
        <>
          {time('from', 'datetime-local', from)}
          {time('to', 'datetime-local', to)}
        </>
      )}
    </>
  )
}
