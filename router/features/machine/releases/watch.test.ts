import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { ReleaseSource } from '../../../model/machine/releases/release.ts'
import { isNewer } from '../../../model/machine/releases/version.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { newestInList } from './list.ts'
import { watchReleases } from './watch.ts'

const DAY = 24 * 3600_000
const URL = 'https://releases.test/sallyport'

function open(version = '0.1.0') {
  const machine = fakeMachine()
  const { facts, change, watch } = openMemoryFacts()
  const { bus, published } = openCollectingBus()
  const failures: string[] = []
  const asked: string[] = []
  let answer = '{"latest":"0.2.0","dev":"0.3.0-dev.2"}'
  let uplink: string | undefined = 'wan0'
  let onFetch = (): void => undefined
  machine.answerTexts(({ url, ip, link }) => {
    asked.push(`${url} ${ip} ${link}`)
    onFetch()
    return answer
  })
  const list = { machine, resolve: async () => '203.0.113.80', uplink: () => uplink, authorities: [] }
  const releases = watchReleases({
    ...{ facts, clock: machine.clock, bus, version },
    offers: async (of) => (of.source === '' ? undefined : await newestInList(list, of)),
    onFailure: (what, error) => failures.push(`${what}: ${error}`),
  })
  watch(releases.learn)
  const set = (Check: boolean, CustomChannel: '' | '-dev' = '', source = URL) =>
    change((draft) => {
      draft.set('updates', { Check, Auto: false })
      draft.set('release', { CustomChannel, CustomVersion: '' })
      draft.set('releaseSource', { URL: source })
    })
  return {
    ...{ clock: machine.clock, releases, published, failures, asked, set },
    answers(text: string) {
      answer = text
    },
    /** Calls it during the next fetch. */
    during(work: () => void) {
      onFetch = () => {
        onFetch = () => undefined
        work()
      }
    },
    breaks() {
      uplink = undefined
    },
  }
}

test('nothing is fetched until the owner has turned it on and named a source', async () => {
  const { clock, set, asked } = open()
  await clock.step(3 * DAY)
  await set(false)
  await clock.step(DAY)
  await set(true, '', '')
  await clock.step(DAY)
  assert.deepEqual(asked, [])
  await set(true)
  await clock.step(60_000)
  assert.deepEqual(asked, [`${URL} 203.0.113.80 wan0`])
})

test('a newer version of the selected channel is published once, and each further one', async () => {
  const { clock, set, published, releases, answers } = open()
  await set(true)
  await clock.step(3 * DAY)
  const event = (Available: string, Channel = '') => ['system:update', { Current: '0.1.0', Available, Channel }]
  assert.deepEqual(published, [event('0.2.0')])
  assert.equal(releases.newest, '0.2.0')
  answers('{"latest":"0.2.1","dev":"0.3.0-dev.2"}')
  await clock.step(DAY)
  await set(true, '-dev')
  assert.equal(releases.newest, undefined, 'not known yet')
  await clock.step(60_000)
  assert.deepEqual(published, [event('0.2.0'), event('0.2.1'), event('0.3.0-dev.2', '-dev')])
})

test('an answer that cannot be used, and an uplink that does not work, are reported once and tried again in an hour', async () => {
  const { clock, set, published, failures, asked, answers, breaks } = open()
  await set(true)
  answers('<html>')
  await clock.step(2 * 3600_000)
  assert.equal(failures.length, 1)
  assert.equal(asked.length, 2)
  answers('{"latest":"0.1.0"}')
  await clock.step(3600_000)
  assert.deepEqual(published, [])
  breaks()
  await clock.step(DAY)
  assert.match(failures[1] ?? '', /no uplink works/)
})

test('the answer of a source that was changed during the fetch is not used, and the new one is queried soon', async () => {
  const { clock, set, published, asked, during } = open()
  await set(true)
  during(() => void set(true, '-dev', 'https://other.test/'))
  await clock.step(60_000)
  assert.deepEqual(published, [])
  await clock.step(60_000)
  assert.deepEqual(asked, [`${URL} 203.0.113.80 wan0`, 'https://other.test/ 203.0.113.80 wan0'])
  const event = { Current: '0.1.0', Available: '0.3.0-dev.2', Channel: '-dev' }
  assert.deepEqual(published, [['system:update', event]])
})

test('versions are compared as semantic versions', () => {
  const ascending = ['0.1.0-dev', '0.1.0-dev.2', '0.1.0-dev.10', '0.1.0-rc', '0.1.0', '0.1.1', '0.10.0', '1.0.0']
  for (const [index, version] of ascending.entries())
    for (const [other, than] of ascending.entries())
      assert.equal(isNewer(version, than), index > other, `${version} ${than}`)
  for (const text of ['', 'latest', '1.2', '1.2.3.4', `1.0.0-${'x'.repeat(65)}`])
    assert.ok(!isNewer(text, '0.1.0'), text)
})

test('a source is an HTTPS address without a password, or empty', () => {
  for (const url of ['', 'https://registry.npmjs.org/-/package/sallyport/dist-tags'])
    assert.ok(ReleaseSource.safeParse({ URL: url }).success, url)
  for (const url of ['http://releases.test/', 'https://a:b@releases.test/', 'https://', 'file:///x', 'https://a b/'])
    assert.ok(!ReleaseSource.safeParse({ URL: url }).success, url)
})
