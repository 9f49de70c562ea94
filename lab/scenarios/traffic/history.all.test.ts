import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntry } from '../../../router/model/access/audit/entry.ts'
import type { NetCount } from '../../../router/model/traffic/flows/counters.ts'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const data = '/run/history'
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } }, { data, minuteMs: 1000 })

const changes = (router: Router, query = '') => router.api(`/audit?${query}`) as Promise<AuditEntry[]>
const minutes = (router: Router) => router.api('/traffic_history') as Promise<Record<string, NetCount>[]>

/** Sends a call as an administrator from a household device. Returns the status. */
async function putDevice(from: HouseholdDevice, mac: string, body: object): Promise<string> {
  const url = `http://192.168.2.1/device?identity=${mac}`
  const flags = ['-s', '-m', '5', '-u', 'admin:open sesame', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT']
  return (await from.try('curl', ...flags, '-d', JSON.stringify(body), url)).stdout
}

story('audit log and traffic survive a power failure', async ({ laptop, router }) => {
  await laptop.join()
  assert.ok(await laptop.reaches(WEB, 80))
  assert.equal(await putDevice(laptop, laptop.mac, { Name: 'portable' }), '200')
  const ip = (await laptop.address()) ?? ''
  const sent = await until('the minute to end', async () => (await minutes(router))[0]?.[ip]?.WanOut)
  const before = await changes(router)
  await router.kill()
  await router.start()
  assert.deepEqual(await changes(router), before)
  assert.ok((await minutes(router)).some((minute) => minute[ip]?.WanOut === sent))
  const counters = (await router.api('/traffic/outgoing_traffic_wan')) as { IP: string }[]
  assert.ok(counters.some(({ IP }) => IP === ip))
})

story('a damaged history is moved aside, and the router continues', async ({ laptop, router }) => {
  await router.kill()
  // Before a checkpoint, truncating either file would leave an intact, empty database.
  writeFileSync(join(data, 'history.db'), 'no database at all\n'.repeat(400))
  truncateSync(join(data, 'history.db-wal'))
  await router.start()
  await until('a word about it', () =>
    router.daemon.lines.some((line) => /history is damaged.*history\.db\.damaged/.test(line)),
  )
  assert.deepEqual(await changes(router), [])
  assert.ok(await laptop.reaches(WEB, 80))
  assert.equal(await putDevice(laptop, laptop.mac, { Name: 'lap' }), '200')
  assert.equal((await changes(router)).length, 1)
})
