import assert from 'node:assert/strict'
import type { DnsLogRecord } from '../../../router/model/dns/querylog/record.ts'
import { WEB } from '../../guests/addresses.ts'
import type { Router } from '../../guests/router.ts'
import { openSetClock, type SetClock } from '../../home/setclock.ts'
import { openStories } from '../../home/story.ts'
import { journalsIn } from '../../probes/dnsjournal.ts'
import { until } from '../../process/until.ts'

const log = '/plugins/dns/log'
const data = '/run/dnslogdays'
const DAYS = 10
const story = await openStories(
  { laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['wan', 'dns'] } },
  { data, minuteMs: 500 },
)
let clock: SetClock

interface Page {
  readonly Queries: DnsLogRecord[]
  readonly Next?: string
}
const page = async (router: Router, filters: Record<string, string> = {}): Promise<Page> =>
  (await router.api(`${log}/queries?${new URLSearchParams(filters)}`)) as Page
const names = async (router: Router, filters: Record<string, string> = {}): Promise<string[]> =>
  (await page(router, filters)).Queries.map(({ FirstName }) => FirstName)
/** The clock begins today, since the resolver upstream has a certificate that is valid from now on. */
const today = Temporal.Now.plainDateISO('UTC')
const noon = (day: number): string => `${today.add({ days: day })}T12:00:00`
const dayOf = (day: number): string => `day-${day}.test.`

/** The lines in the journals of the log. */
const onDisk = () => journalsIn(data)

story('queries of seven days are kept, and older ones are deleted', async (home) => {
  const { laptop, router } = home
  await home.gather()
  clock = openSetClock(home, 'Etc/UTC')
  clock.set(noon(0))
  await router.kill()
  await router.start(clock.variables)
  await router.uplinkAddress()
  for (let day = 0; day < DAYS; day++) {
    if (day > 0) clock.pass(noon(day))
    // The lease of the day before has expired.
    await laptop.lease()
    await until('the query in the log', async () => {
      await laptop.resolves(`day-${day}.test`)
      return (await names(router, { limit: '1', name: `day-${day}` })).length > 0
    })
  }
  const found = await names(router, { name: 'day-' })
  const last = DAYS - 1
  // The query of the day in between is a week old to the second.
  for (let day = 0; day < DAYS; day++)
    if (day !== last - 7) assert.equal(found.includes(dayOf(day)), day > last - 7, `${day}: ${found}`)
  await until('the file of the first day to be deleted', () => !onDisk().includes('\x05day-0\x04test'))
  assert.ok(onDisk().includes('\x05day-8\x04test'))
})

story('a search finds queries by name, device, decision and time', async ({ laptop, phone, router }) => {
  await phone.lease()
  await router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'ads.test' })
  assert.deepEqual(await phone.resolves('tracker.ads.test'), [])
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  assert.deepEqual(await phone.resolves('www.test'), [WEB], 'from the cache')
  const ip = (await phone.address()) ?? ''
  await until('three queries', async () => (await names(router, { client: ip })).length >= 3)
  const blocked = await names(router, { decision: 'blocked' })
  assert.ok(blocked.includes('tracker.ads.test.') && !blocked.includes('www.test.'), String(blocked))
  assert.deepEqual(await names(router, { client: ip, decision: 'cached' }), ['www.test.'])
  assert.deepEqual(await names(router, { search: 'phone ads' }), ['tracker.ads.test.'])
  assert.deepEqual(await names(router, { search: 'laptop ads' }), [])
  assert.ok((await names(router, { search: 'overridden' })).includes('tracker.ads.test.'))
  const day = { from: `${noon(6)}Z`, to: `${noon(7)}Z` }
  const within = await names(router, { ...day, name: 'day-' })
  assert.deepEqual(new Set(within), new Set([dayOf(6)]))
  assert.deepEqual(await names(router, { client: (await laptop.address()) ?? '', decision: 'blocked', ...day }), [])
})

story('pages follow each other without a gap, and an export has all of it', async ({ router }) => {
  const all = (await page(router, { limit: '1000' })).Queries
  const pages: DnsLogRecord[] = []
  let before: string | undefined
  do {
    const { Queries, Next } = await page(router, { limit: '3', ...(before && { before }) })
    pages.push(...Queries)
    before = Next
  } while (before)
  assert.deepEqual(pages, all)
  assert.deepEqual(await router.api(`${log}/json`), all)
  const csv = String(await router.api(`${log}/csv?name=day-`)).split('\r\n')
  assert.equal(csv.length, all.filter(({ FirstName }) => FirstName.startsWith('day-')).length + 2)
})

story('the log is there after a restart and after kill -9', async ({ phone, router }) => {
  await phone.resolves('last.test')
  await until('the last query to be on the disk, and with it all others', () => onDisk().includes('\x04last\x04test'))
  const before = await page(router, { limit: '1000' })
  await router.kill()
  await router.start(clock.variables)
  assert.deepEqual(await page(router, { limit: '1000' }), before)
  await router.kill()
  await router.start(clock.variables)
  assert.deepEqual(await page(router, { limit: '1000' }), before, 'after another one, from the index')
})

story(
  'a shorter retention deletes immediately, and deleting the log leaves nothing of it',
  async ({ router, phone }) => {
    await router.api(`${log}/config`, { StoreLocalMemory: true, RetentionDays: 2 })
    assert.ok(!(await names(router)).includes(dayOf(6)))
    await until('the files to be deleted', () => !onDisk().includes('\x05day-6\x04test'))
    await assert.rejects(router.api(`${log}/config`, { StoreLocalMemory: true, MaxMegabytes: 1 }), /400/)
    await router.api(`${log}/history`, undefined, 'DELETE')
    assert.deepEqual(await page(router), { Queries: [] })
    assert.equal(onDisk(), '')
    const counts = (await router.api(`${log}/counts?hours=168`)) as { TotalQueries: number }[]
    assert.equal(counts.length, 168)
    assert.ok(counts.every(({ TotalQueries }) => TotalQueries === 0))
    await phone.resolves('new.test')
    await until('a query in the log', async () => (await names(router)).length > 0)
  },
)
