import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, type Scale, startOf } from '../../../../router/model/traffic/usage/calendar.ts'
import { DEFAULT_PERIODS } from '../../../../router/model/traffic/usage/contract.ts'
import { earlierEnd, laterEnd } from './span.ts'

/** As the router answers without `from`. */
function shown(Scale: Scale, end: number, Zone: string) {
  let first = startOf(Scale, end - 1, Zone)
  for (let n = 1; n < DEFAULT_PERIODS[Scale]; n++) first = startOf(Scale, first - 1, Zone)
  return { Scale, Since: new Date(first).toISOString(), Until: new Date(end).toISOString(), Zone }
}

test('spans follow each other without a gap, also when daylight saving time begins or ends', () => {
  for (const zone of ['Europe/Oslo', 'America/New_York', 'Asia/Kolkata', 'UTC'])
    for (const scale of ['hour', 'day', 'month'] as const)
      for (const day of ['2026-01-31', '2026-02-14', '2026-03-30', '2026-04-27', '2026-10-26', '2026-11-20']) {
        const end = startOf(scale, Date.parse(`${day}T12:00:00Z`), zone)
        const span = shown(scale, end, zone)
        let expected = end
        for (let n = 0; n < DEFAULT_PERIODS[scale]; n++) expected = endOf(scale, expected, zone)
        const later = laterEnd(span, Date.UTC(2040))
        assert.equal(later, new Date(expected).toISOString(), `${zone} ${scale} ${day}`)
        assert.equal(shown(scale, Date.parse(later!), zone).Since, span.Until)
        assert.equal(earlierEnd(span, end), span.Since)
      }
})

test('no span is later than the latest one, or earlier than the data of the router', () => {
  const now = Date.UTC(2026, 2, 10, 12)
  assert.equal(laterEnd(shown('day', now, 'UTC'), now), undefined)
  assert.equal(laterEnd(shown('day', Date.UTC(2026, 2, 1), 'UTC'), now), undefined)
  assert.equal(earlierEnd(shown('month', Date.UTC(2025, 1, 1), 'UTC'), now), undefined)
})
