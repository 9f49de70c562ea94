import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { noUpdate, PROGRESS_FILE } from '../../../model/machine/releases/progress.ts'
import { openInstalled } from './installed.ts'

const RELEASE = '/opt/sallyport/current'
const OFFERS = [{ Version: '0.3.0', Bytes: 5, Notes: '- new' }]

function open(files: Readonly<Record<string, string>> = { [`${RELEASE}/trust/root.json`]: '{}' }) {
  const ran: string[] = []
  const clock = openSteppedClock()
  const machine = {
    clock,
    readFile: (path: string) => files[path],
    listDirectories: (path: string) =>
      path === '/opt/sallyport/releases' ? ['.draft', '0.0.9.new', '0.1.0', '0.2.0'] : [],
    run: async (argv: readonly string[]) => {
      ran.push(argv.join(' '))
      return `${JSON.stringify(OFFERS)}\n`
    },
  }
  return { ran, clock, installed: openInstalled({ machine, release: RELEASE, data: '/data', version: '0.2.0' }) }
}

test('a release without the keys of a repository cannot be updated', () => {
  assert.equal(open({}).installed, undefined)
})

test('releases are listed by the command of the installed one, from its repository or another', async () => {
  const { installed, ran } = open({
    [`${RELEASE}/trust/root.json`]: '{}',
    [`${RELEASE}/trust/source`]: 'https://releases.test\n',
  })
  assert.equal(installed?.source, 'https://releases.test')
  assert.deepEqual(await installed?.offers({ channel: '-dev', source: '' }), OFFERS)
  await installed?.offers({ channel: 'main', source: 'https://other.test' })
  assert.deepEqual(ran, [
    `${RELEASE}/bin/sallyport offers --channel=-dev --trusted=/data/releases`,
    `${RELEASE}/bin/sallyport offers --channel=main --trusted=/data/releases --source=https://other.test`,
  ])
})

test('root begins the update, and the release before is known', async () => {
  const { installed, ran } = open()
  assert.equal(installed?.previous(), '0.1.0')
  await installed?.begin({ version: '0.3.0', channel: 'main', source: '', isDowngrade: false })
  await installed?.begin({ version: '0.1.0', channel: 'main', source: 'https://a.test', isDowngrade: true })
  assert.deepEqual(ran, [
    'update --version 0.3.0 --channel main',
    'update --version 0.1.0 --channel main --source https://a.test --downgrade yes',
  ])
})

test('a step that lasts too long was interrupted, and a file that cannot be read means no update', async () => {
  const trial = { ...noUpdate(), State: 'trial', Version: '0.3.0', Time: 0 }
  const root = { [`${RELEASE}/trust/root.json`]: '{}' }
  const { installed, clock } = open({
    ...root,
    [PROGRESS_FILE]: JSON.stringify({ ...trial, Time: openSteppedClock().now() / 1000 }),
  })
  assert.equal(installed?.progress().State, 'trial')
  await clock.step(601_000)
  assert.deepEqual([installed?.progress().State, installed?.progress().Losses], ['failed', ['interrupted']])
  assert.deepEqual(open().installed?.progress(), noUpdate())
  for (const text of ['{"State":"new"}', '', '{"Sta'])
    assert.deepEqual(open({ ...root, [PROGRESS_FILE]: text }).installed?.progress(), noUpdate(), text)
})
