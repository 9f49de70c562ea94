import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BlockListStatus } from '../../../router/model/dns/blocklists/blocklist.ts'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
})

const ADS = 'http://lists.test/ads.txt'
const GAMES = 'https://lists.test/lists/games.txt'
const BASE = '/plugins/dns/block'

/** The files of the web server of the virtual internet below `/lists/`. */
const publish = ({ internet }: Home, name: string, text: string): void =>
  writeFileSync(join(internet.namespace.dir, 'web/pages/lists', name), text)
/** The statuses of its responses, in order. */
const servedOf = ({ internet }: Home, name: string): string[] =>
  readFileSync(join(internet.namespace.dir, 'web/lists.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`/lists/${name} `))
    .map((line) => line.split(' ')[1]!)

const statusOf = async ({ router }: Home, uri: string): Promise<BlockListStatus | undefined> =>
  ((await router.api(`${BASE}/blocklists/status`)) as BlockListStatus[]).find(({ URI }) => URI === uri)

/** Adds a list, and waits until it is in effect or has failed. */
async function put(home: Home, URI: string, more: object = {}): Promise<BlockListStatus> {
  await home.router.api(`${BASE}/blocklists`, { URI, Enabled: true, ...more })
  return await until(`what becomes of ${URI}`, async () => {
    const status = await statusOf(home, URI)
    return status && ['ready', 'failed', 'off'].includes(status.State) ? status : undefined
  })
}
const remove = ({ router }: Home, URI: string): Promise<unknown> => router.api(`${BASE}/blocklists`, { URI }, 'DELETE')

/** The response to `dig`: status, and the last number of an SOA record. */
async function dig(device: HouseholdDevice, name: string): Promise<string> {
  const { stdout } = await device.try('dig', name)
  const ttl = /SOA\s.*\s(\d+)$/m.exec(stdout)?.[1]
  return `${/status: (\w+)/.exec(stdout)?.[1]}${ttl ? ` for ${ttl} s` : ''}`
}
const BLOCKED = 'NXDOMAIN for 10 s'

story('a list blocks its domains and their subdomains for all devices within seconds', async (home) => {
  const { laptop, phone } = home
  await home.gather()
  assert.equal(await dig(laptop, 'ads.test'), 'NOERROR')
  const { State, Entries, Error: reason } = await put(home, ADS, { Category: 'ads' })
  assert.deepEqual([State, Entries, reason], ['ready', 2, ''])
  for (const name of ['ads.test', 'tracker.ads.test', 'a.b.ADS.test'])
    assert.equal(await dig(laptop, name), BLOCKED, name)
  assert.equal(await dig(phone, 'ads.test'), BLOCKED)
  assert.equal(await dig(laptop, 'www.test'), 'NOERROR')
  assert.equal((await laptop.try('getent', 'hosts', 'ads.test')).code, 2)
  assert.deepEqual(await home.router.api(`${BASE}/dump_domains`), ['ads.test', 'tracker.ads.test'])
})

story('a CNAME to a listed domain is blocked', async ({ laptop, router }) => {
  assert.equal(await dig(laptop, 'metrics.test'), BLOCKED)
  await router.api(`${BASE}/exclusions`, await laptop.address())
  assert.equal(await dig(laptop, 'metrics.test'), 'NOERROR')
  await router.api(`${BASE}/exclusions`, await laptop.address(), 'DELETE')
  assert.equal(await dig(laptop, 'metrics.test'), BLOCKED)
})

story('a list with tags applies to devices with them; a labelling list blocks nothing', async (home) => {
  const { laptop, tablet } = home
  publish(home, 'games.txt', '||www.test^\n||mail.test^\n@@||tracker.ads.test^\n')
  assert.equal((await put(home, GAMES, { Tags: ['kids'] })).Entries, 2)
  assert.equal(await dig(laptop, 'www.test'), 'NOERROR')
  assert.equal(await dig(tablet, 'www.test'), BLOCKED)
  // Its exceptions apply to these devices only.
  assert.equal(await dig(laptop, 'tracker.ads.test'), BLOCKED)
  assert.equal(await dig(tablet, 'tracker.ads.test'), 'NOERROR')
  await put(home, GAMES, { DontBlock: true })
  assert.equal(await dig(tablet, 'www.test'), 'NOERROR')
  await put(home, GAMES, { Enabled: false, DontBlock: false })
  assert.equal(await dig(tablet, 'www.test'), 'NOERROR')
  assert.deepEqual(servedOf(home, 'games.txt'), ['200'])
})

story('an unchanged list is not downloaded again, and a changed one takes effect', async (home) => {
  const { tablet } = home
  await put(home, GAMES)
  await until('that nothing has changed', () => servedOf(home, 'games.txt').join() === '200,304')
  assert.equal(await dig(tablet, 'www.test'), BLOCKED)
  publish(home, 'games.txt', '||lists.test^\n')
  await home.router.api(`${BASE}/blocklists/refresh`, { URI: GAMES })
  await until('the new list', async () => (await dig(tablet, 'www.test')) === 'NOERROR')
  assert.equal(await dig(tablet, 'lists.test'), BLOCKED)
  // The router can resolve names that are blocked for devices, so that a list cannot block its own download.
  publish(home, 'games.txt', '||mail.test^\n')
  await home.router.api(`${BASE}/blocklists/refresh`, { URI: GAMES })
  await until('the newest list', async () => (await dig(tablet, 'mail.test')) === BLOCKED)
  assert.deepEqual(servedOf(home, 'games.txt'), ['200', '304', '200', '200'])
})

story('a list that cannot be fetched reports why, and its last version stays in effect', async (home) => {
  const { tablet, internet } = home
  truncateSync(join(internet.namespace.dir, 'web/pages/large'), 200 << 20)
  const reasons: readonly [uri: string, reason: RegExp][] = [
    ['http://lists.test/nothing', /^the server answered 404$/],
    ['http://www.test/', /^the server sent a web page$/],
    ['http://lists.test/large', /^it is longer than 128 MiB$/],
    ['http://lists.test/loop', /^it was moved more than 5 times$/],
    ['http://lists.test/into-the-home', new RegExp(`^${PRIVATE_HOST} is no address of the internet$`)],
    ['http://modem.test/', /^modem\.test has no address on the internet$/],
    [`http://${PRIVATE_HOST}/`, /is no address of the internet$/],
    [`http://${await home.router.uplinkAddress()}:22/`, /is an address of this router$/],
    ['http://nowhere.test/', /^nowhere\.test has no address on the internet$/],
    ['http://lists.test:81/', /REFUSED/],
    [`https://${WEB}/ads.txt`, /altnames|certificate/],
  ]
  for (const [uri, reason] of reasons) {
    const { State, Error: said } = await put(home, uri)
    assert.deepEqual([State, reason.test(said) || said], ['failed', true], uri)
    await remove(home, uri)
  }
  // The page there has not one name in it either; but it was asked for.
  assert.equal(
    (await put(home, `http://${PRIVATE_HOST}/`, { AllowPrivate: true })).Error,
    'there is not one name in it',
  )
  await remove(home, `http://${PRIVATE_HOST}/`)
  publish(home, 'games.txt', '<html>')
  await home.router.api(`${BASE}/blocklists/refresh`, { URI: GAMES })
  await until('the failure', async () => (await statusOf(home, GAMES))?.State === 'failed')
  assert.equal(await dig(tablet, 'mail.test'), BLOCKED)
})

story('after a start without the network, lists apply to the first query', async (home) => {
  const { laptop, tablet, router, internet, line } = home
  await internet.cut(line)
  await router.kill()
  await router.start()
  assert.equal(await dig(laptop, 'ads.test'), BLOCKED)
  assert.equal(await dig(tablet, 'mail.test'), BLOCKED)
  await internet.mend(line)
})

story('a deleted list no longer blocks', async (home) => {
  const { laptop, tablet } = home
  await remove(home, ADS)
  await until('the internet', async () => (await dig(laptop, 'ads.test')) === 'NOERROR', 30_000)
  assert.equal(await dig(tablet, 'mail.test'), BLOCKED)
  await remove(home, GAMES)
  await until('an empty table', async () => {
    const names = await home.router.api(`${BASE}/dump_domains`)
    return Array.isArray(names) && names.length === 0
  })
})
