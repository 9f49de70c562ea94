import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { tunnelFault } from '../../../../router/model/vpn/tunnels/fault.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { entriesOf } from '../devices/entry.ts'
import {
  brokenTunnels,
  type Concern,
  driftConcerns,
  failedBackup,
  failedLists,
  failedRadios,
  newDevices,
  paused,
  unhealthy,
  unread,
  unresolved,
  wrongClock,
} from './attention.ts'
import { wordsOfFault } from './faults/words.ts'

/** The text of a concern. */
function hintOf(concern: Concern | undefined): string {
  const hint = concern?.hint ?? ''
  if (typeof hint === 'string') return hint
  return 'within' in hint ? hint.within(hint.message) : wordsOfFault(hint)
}

const list = (URI: string, State: BlockListStatus['State'], reason: string): BlockListStatus => ({
  URI,
  State,
  Error: reason,
  Acceptable: false,
  Entries: 0,
  Exceptions: 0,
  Ignored: 0,
  LeftOut: 0,
  Bytes: 0,
  FetchedAt: 0,
  NextAt: 0,
})

test('only lists that failed are a concern, and each with its reason', () => {
  const concerns = failedLists([list('http://a.test', 'ready', ''), list('http://b.test', 'failed', 'no answer')])
  assert.deepEqual(concerns.map(hintOf), ['http://b.test: no answer'])
})

test('a resolver that answers nothing is a concern, with the reason as a sentence', () => {
  assert.deepEqual(unresolved({ Healthy: true, Reason: '' }), [])
  const [concern] = unresolved({ Healthy: false, Reason: 'no answer in time' })
  assert.deepEqual([hintOf(concern), concern?.look.to], ['No answer in time.', '/admin/dns/settings'])
})

test('blocking that is paused for all devices is a concern until it resumes', () => {
  const pause = { ClientIP: '*', Until: 1_700_000_000 }
  assert.equal(paused([pause], 1_699_999_000_000).length, 1)
  assert.deepEqual(paused([pause], 1_700_000_000_000), [])
  assert.deepEqual(paused([{ ...pause, ClientIP: '192.168.2.6' }], 1_699_999_000_000), [])
})

test('a backup on schedule that failed is a concern until one succeeds', () => {
  const [concern] = failedBackup({ State: 'failed', Message: '', Fault: { Code: 'unreachable', Detail: '' } })
  assert.deepEqual([hintOf(concern), concern?.look.to], ['The server cannot be reached.', '/admin/system/backup'])
  assert.deepEqual(failedBackup({ State: 'stored', Message: '', Fault: null }), [])
})

test('a difference of a minute between the clocks is no concern', () => {
  const sound = { Problems: [] }
  assert.deepEqual(wrongClock(sound, 1_700_000_000, 1_700_000_060), [])
  assert.match(hintOf(wrongClock(sound, 1_700_000_000, 1_700_007_200)[0]!), /2 hr/)
})

test('a clock that is behind by the router’s own account is wrong, once', () => {
  const concerns = [
    ...unhealthy({ Problems: ['clock'] }),
    ...wrongClock({ Problems: ['clock'] }, 1_700_000_000, 1_700_007_200),
  ]
  assert.deepEqual(
    concerns.map(({ key, title }) => [key, title]),
    [['clock', 'The clock is wrong']],
  )
})

test('a new device without a name and access links to its page', () => {
  const stranger = { ...emptyDevice(), MAC: '02:00:00:00:00:02' }
  const entries = entriesOf(
    {
      laptop: { ...emptyDevice(), Name: 'laptop' },
      [stranger.MAC]: stranger,
      guest: { ...emptyDevice(), Policies: ['guestonly'] },
    },
    [],
  )
  assert.deepEqual(
    newDevices(entries).map(({ look }) => look),
    [{ to: '/admin/devices/$identity', params: { identity: stranger.MAC } }],
  )
  assert.deepEqual(newDevices([]), [])
})

test('each drift is a concern with its reason, and a missing port is listed once', () => {
  const port = { driver: 'links', what: 'up usb0', reason: 'no such device' }
  const concerns = driftConcerns([
    port,
    { ...port, what: 'address usb0 10.9.0.1/24' },
    { ...port, what: 'up usb1' },
    { driver: 'resolver', what: 'port 53', reason: 'in use' },
  ])
  assert.deepEqual(
    concerns.map(({ key }) => key),
    ['port usb0', 'port usb1', 'resolver port 53'],
  )
  assert.match(concerns[0]!.title, /usb0/)
  assert.match(hintOf(concerns[2]!), /^port 53: in use\./)
})

test('a radio that does not run as configured links to its page, with the reason', () => {
  const radio = { Interface: 'wlan0', Fault: null } as WifiRadio
  const states = ['running', 'off', 'starting', 'radar check', 'uplink'] as const
  assert.deepEqual(failedRadios(states.map((State) => ({ ...radio, State }))), [])
  const [failed, ...others] = failedRadios(
    (['failed', 'missing', 'failsafe', 'no country'] as const).map((State) => ({
      ...radio,
      State,
      Fault: { Code: 'other', Detail: 'no such device' } as const,
    })),
  )
  assert.deepEqual(failed?.look, { to: '/admin/wifi/$name', params: { name: 'wlan0' } })
  assert.match(hintOf(failed), /^no such device\./)
  assert.equal(others.length, 3)
})

test('a failed tunnel that devices use links to its page', () => {
  const tunnel = {
    Name: 'oslo',
    State: 'down' as const,
    Fault: { ...tunnelFault('no_handshake'), Since: Date.UTC(2026, 10, 24, 12, 3) / 1000 },
    UsedBy: ['TV abroad'],
  }
  const [concern, ...others] = brokenTunnels([
    tunnel,
    { ...tunnel, Name: 'unused', UsedBy: [] },
    { ...tunnel, Name: 'disabled', State: 'off' },
    { ...tunnel, Name: 'working', State: 'up' },
  ])
  assert.deepEqual(concern?.look, { to: '/admin/vpn/tunnel', search: { name: 'oslo' } })
  assert.match(hintOf(concern), /^No handshake since .*2026.*\.$/)
  assert.deepEqual(others, [])
})

test('unread alerts are counted in one line', () => {
  assert.deepEqual(unread(0), [])
  assert.deepEqual(
    [1, 3, 100].flatMap(unread).map(({ title, look }) => [title, look.to]),
    [
      ['1 unread alert', '/admin/alerts'],
      ['3 unread alerts', '/admin/alerts'],
      ['More than 99 unread alerts', '/admin/alerts'],
    ],
  )
})

test('problems of the machine are one concern, and a healthy machine is none', () => {
  assert.deepEqual(unhealthy({ Problems: [] }), [])
  const [concern, ...others] = unhealthy({ Problems: ['disk', 'temperature'] })
  assert.deepEqual(others, [])
  assert.equal(hintOf(concern), 'The disk is nearly full. The machine is hot.')
  assert.equal(concern?.look.to, '/admin/system/health')
})
