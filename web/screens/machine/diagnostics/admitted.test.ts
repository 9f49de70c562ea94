import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admittedIn } from './admitted.ts'

const listing = (elem: [unknown, unknown][]) => ({
  nftables: [
    { metainfo: {} },
    { map: { family: 'inet', name: 'm', table: 't', type: ['ipv4_addr'], map: 'verdict', elem } },
  ] as [never, never],
})
const devices = {
  a: { Name: 'phone', MAC: '02:00:00:00:00:AA', RecentIP: '192.168.2.6' },
  b: { Name: '', MAC: '02:00:00:00:00:bb', RecentIP: '' },
}

test('entries of the kernel are shown with the names of devices', () => {
  assert.deepEqual(
    admittedIn(
      listing([
        [{ concat: ['192.168.2.6', 'wlan0'] }, { accept: null }],
        [{ concat: ['lan0', '02:00:00:00:00:bb'] }, { accept: null }],
        ['10.0.0.1', { accept: null }],
        [{ prefix: { addr: '10.0.0.0', len: 8 } }, { accept: null }],
      ]),
      devices,
    ),
    [
      { name: 'phone', key: '192.168.2.6 wlan0' },
      { name: '02:00:00:00:00:bb', key: 'lan0 02:00:00:00:00:bb' },
      { name: '', key: '10.0.0.1' },
      { name: '', key: '{"prefix":{"addr":"10.0.0.0","len":8}}' },
    ],
  )
})
