import assert from 'node:assert/strict'
import type { AuditEntry } from '../../../router/model/access/audit/entry.ts'
import { exchange } from '../../contract/call.ts'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { openTokens } from './metrics.fixture.ts'

/** The audit log, and metrics, which a token for that alone reads. */
const { home, story } = await openStage({ laptop: { Policies: ['wan', 'dns'] }, tv: { Policies: ['wan', 'dns'] } })
const { laptop, router } = home
let newToken: Awaited<ReturnType<typeof openTokens>>
let token = ''

const changes = (router: Router, query = '') => router.api(`/audit?${query}`) as Promise<AuditEntry[]>

/** Sends a call as an administrator from a household device. Returns the status. */
async function putDevice(from: HouseholdDevice, mac: string, body: object): Promise<string> {
  const url = `http://192.168.2.1/device?identity=${mac}`
  const flags = ['-s', '-m', '5', '-u', 'admin:open sesame', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT']
  return (await from.try('curl', ...flags, '-d', JSON.stringify(body), url)).stdout
}

const get = (path: string, given = token) =>
  exchange(router.console, { method: 'GET', path, headers: { Authorization: `Bearer ${given}` } })
const scrape = (given = token) => get('/metrics', given)
const sampleOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

story('a change is logged with its user and address, without secrets', async ({ laptop, tv, router, configure }) => {
  await Promise.all([laptop.join(), tv.join()])
  await router.uplinkAddress()
  assert.ok(await laptop.reaches(WEB, 80))
  assert.equal(
    await putDevice(laptop, tv.mac, { Name: 'telly', PSKEntry: { Type: 'sae', Psk: 'secret words' } }),
    '200',
  )
  const [change] = await changes(router, 'limit=1')
  assert.partialDeepStrictEqual(change, {
    Who: 'admin',
    Kind: 'user',
    From: await laptop.address(),
    Operation: 'PUT /device',
    What: `device telly (${tv.mac})`,
    Before: { Name: 'tv' },
    After: { Name: 'telly' },
  })
  await configure(tv, { Policies: ['dns'] })
  const [own, ...others] = await changes(router)
  assert.partialDeepStrictEqual(own, {
    From: '127.0.0.1',
    Before: { Policies: ['wan', 'dns'] },
    After: { Policies: ['dns'] },
  })
  const secrets = /secret words|open sesame|argon2/
  assert.doesNotMatch(JSON.stringify([own, ...others]), secrets)
  assert.ok(others.some(({ What, Operation }) => What === 'user admin' && Operation === 'PUT /setup'))
})

story('rejected changes, and devices that join and leave, are not logged', async ({ laptop, tv, router }) => {
  const [{ Id = 0 } = {}] = await changes(router, 'limit=1')
  assert.equal(await putDevice(laptop, tv.mac, { RecentIP: 'anywhere' }), '400')
  assert.equal(await putDevice(laptop, 'nobody', { Name: 'x' }), '400')
  await tv.leave()
  await tv.join()
  assert.equal((await changes(router, 'limit=1'))[0]?.Id, Id)
})

story('a token with the scope /metrics:r reads metrics and nothing else', async () => {
  newToken = await openTokens(home)
  token = await newToken(['/metrics:r'])
  const { status, headers, text } = await scrape()
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(text, /^# HELP sallyport_/)
  assert.equal((await get('/devices')).status, 401)
  assert.equal((await scrape(await newToken(['/devices:r']))).status, 401)
})

story('promtool has no complaint about names, types and help texts', async () => {
  const { text } = await scrape()
  const { code, stdout, stderr } = await laptop.namespace.outcome(['promtool', 'check', 'metrics'], { input: text })
  assert.deepEqual([stdout, stderr], ['', ''])
  assert.equal(code, 0)
  assert.deepEqual(text.match(/^sallyport_scrape_success.* 0$/gm), null)
})

story('metrics count the traffic, presence and DNS queries of a device', async () => {
  const device = `device="${laptop.mac}"`
  const before = (await scrape()).text
  const received = `sallyport_device_receive_bytes_total{${device},network="wan"}`
  assert.equal(sampleOf(before, `sallyport_device_online{${device}}`), 1)
  await laptop.run('curl', '-s', '-o', '/dev/null', `http://${WEB}/`)
  await laptop.namespace.outcome(['dig', '+short', 'www.test'])
  const after = (await scrape()).text
  assert.ok(sampleOf(after, received)! > (sampleOf(before, received) ?? 0))
  const queries = 'sallyport_dns_queries_total'
  await until('the statistics of the resolver', async () => {
    return sampleOf((await scrape()).text, queries)! > sampleOf(before, queries)!
  })
  assert.equal(sampleOf(after, 'sallyport_uplink_up{link="wan0"}'), 1)
  assert.ok(sampleOf(after, 'sallyport_link_receive_bytes_total{link="wan0"}')! > 0)
  assert.ok(sampleOf(after, 'sallyport_events_total{topic="auth:failure"}')! >= 1)
  await laptop.leave()
  await until('the laptop to be away', async () => {
    return sampleOf((await scrape()).text, `sallyport_device_online{${device}}`) === 0
  })
  await laptop.join()
})
