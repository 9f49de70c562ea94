import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { ago } from './ago.ts'

/** A moment as `3 minutes ago`, with its date and time in the tooltip. */
export const TimeAgo = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={at.toLocaleString(locale)}>
    {ago(at, new Date(useNow()))}
  </time>
)
