import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { dashboardExpressions } from '../../../../lab/docs/dashboard.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { PlainText } from '../../../model/operation.ts'
import { openLedger } from '../../../store/ledger.ts'
import { deviceMetrics } from './devices.ts'
import { dnsMetrics } from './dns.ts'
import { counter, type Family, gauge, textOfMetrics } from './exposition.ts'
import { linkMetrics, parseLinkBytes, uplinkMetrics, vpnMetrics } from './links.ts'
import { metricHandlers } from './part.ts'
import { routerMetrics } from './router.ts'
import { wifiMetrics } from './wifi.ts'

const MAC = '02:11:22:33:44:55'
const KEY = 'GhIfNnPMDv8Vkm3k1LvQ5Lwkm1qVzzZUnDnqcIcfI0U='
const NOW = Date.UTC(2026, 10, 22)

/** Every metric, each with a sample. */
function everything(): Family[] {
  const ledger = openLedger()
  const { facts } = ledger
  ledger.post(
    ledger.draw((draft) => {
      draft.devices.put(MAC, { ...emptyDevice(), Name: 'phone', MAC, RecentIP: '192.168.2.6', WGPubKey: KEY })
      draft.devices.put('pending', { ...emptyDevice(), MAC: 'pending' })
      draft.tunnelStates.put('office', {
        ...{ name: 'office', up: true, wasUp: true, since: 0, fault: null, endpoint: '' },
      })
    }),
  )
  const counts = new Map([['192.168.2.6', { bytes: 1200 }]])
  const status = { freq: '5180' }
  const fields = { flags: '[AUTH][ASSOC][AUTHORIZED]', signal: '-55', rx_rate_info: '1444', tx_rate_info: '1444' }
  const upstream = {
    ...{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', healthy: true, asked: 5, failed: 1 },
    ...{ medianMs: 12.5, p95Ms: 40 },
  }
  const peer = { publicKey: KEY, presharedKey: '', endpoint: '', allowed: [], latestHandshake: NOW / 1000 - 10 }
  return [
    ...deviceMetrics(
      facts,
      { members: new Map() },
      new Map([
        ['incoming_traffic_wan', counts],
        ['outgoing_traffic_wan', counts],
      ]),
    ),
    ...uplinkMetrics([
      {
        ...{ Iface: 'wan0', Up: true, Active: true, Gateway: '', State: '', Connection: [], DNS: [] },
        ...{
          LatencyMs: 8.4,
          JitterMs: 0.6,
          LossPct: 5,
          WatchedSince: 0,
          LastChange: 0,
          TotalOutages: 0,
          Downtime24h: 0,
        },
      },
    ]),
    ...linkMetrics([{ link: 'wan0', received: 5, sent: 6 }], () => true),
    ...wifiMetrics(new Map([['wlan0', { state: 'running' }]]), [
      { mac: MAC, radio: 'wlan0', network: 'wlan0', fields, status },
    ]),
    ...dnsMetrics(
      {
        counters: {
          ...{ received: 9, blocked: 2, local: 1, cached: 3, stale: 0, forwarded: 3, failed: 0 },
          ...{ overloaded: 0, malformed: 0 },
        },
        upstreams: [upstream, upstream],
        familyUpstreams: [upstream],
      },
      100_000,
    ),
    ...vpnMetrics(
      facts,
      {
        ...{ link: 'wg0', privateKey: '', publicKey: '', port: 51280 },
        peers: [{ ...peer, received: 1, sent: 2, keepalive: 0 }],
      },
      NOW,
    ),
    ...routerMetrics({
      version: '0.1.0',
      usage: { cpuSeconds: 1.5, residentBytes: 1e8, heapBytes: 3e7, startTime: NOW / 1000, openFiles: 40 },
      events: new Map([['auth:failure', 3]]),
      integrations: {
        mqtt: {
          State: 'connected',
          Message: '',
          Coded: { Code: '', Values: [] },
          Since: 0,
          Sent: 1,
          Queued: 0,
          Dropped: 0,
          LastTopic: 'sallyport/status',
          LastSent: 1,
        },
        nats: {
          State: 'off',
          Message: '',
          Coded: { Code: '', Values: [] },
          Since: 0,
          Sent: 0,
          Queued: 0,
          Dropped: 0,
          LastTopic: '',
          LastSent: 0,
        },
      },
      drift: 0,
      connections: 12,
      mostConnections: 65536,
    }),
  ]
}

test('promtool has no complaint about any metric', async (t) => {
  const { error, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await textOfMetrics(everything()),
    encoding: 'utf8',
  })
  if (error) return t.skip('promtool is not installed')
  assert.deepEqual([stdout, stderr], ['', ''])
})

test('the dashboard uses metrics that exist', () => {
  const known = new Set(everything().map(({ name }) => name))
  const used = dashboardExpressions().flatMap(
    ({ expression }) => expression.match(/\b(?:sallyport|process)_\w+/g) ?? [],
  )
  assert.ok(used.length > 40)
  assert.deepEqual(
    used.filter((name) => !known.has(name)),
    [],
  )
})

test('every metric has a sample, and each set of labels one', () => {
  for (const { name, samples } of everything()) {
    const labels = [...samples].map(([, one]) => JSON.stringify(one ?? {}))
    assert.ok(labels.length > 0, name)
    assert.equal(new Set(labels).size, labels.length, name)
  }
})

test('a device has its values under its identity, and its name once', async () => {
  const lines = (await textOfMetrics(everything())).split('\n').filter((line) => line.includes(MAC))
  assert.deepEqual(
    lines.filter((line) => line.startsWith('sallyport_device')),
    [
      `sallyport_device_info{device="${MAC}",name="phone",ip="192.168.2.6"} 1`,
      `sallyport_device_online{device="${MAC}"} 0`,
      `sallyport_device_receive_bytes_total{device="${MAC}",network="wan"} 1200`,
      `sallyport_device_transmit_bytes_total{device="${MAC}",network="wan"} 1200`,
    ],
  )
  assert.equal(lines.filter((line) => line.includes('name=')).length, 1)
})

test('label values are escaped, and metrics without samples left out', async () => {
  const text = await textOfMetrics([
    gauge('a', 'First.', [[1, { name: 'a "b" \\ c\nd' }]]),
    counter('b_total', 'None.', []),
    counter('c_total', 'Last.', [[2]]),
  ])
  assert.equal(
    text,
    [
      '# HELP sallyport_a First.',
      '# TYPE sallyport_a gauge',
      'sallyport_a{name="a \\"b\\" \\\\ c\\nd"} 1',
      '# HELP sallyport_c_total Last.',
      '# TYPE sallyport_c_total counter',
      'sallyport_c_total 2',
      '',
    ].join('\n'),
  )
})

test('metrics of a group that cannot be read are omitted, and its failure is a metric', async () => {
  const { read } = metricHandlers([
    { name: 'good', read: () => [gauge('a', 'Good.', [[1]])] },
    {
      name: 'bad',
      read() {
        throw new Error('refused')
      },
    },
  ])
  const answer = await read({
    params: {},
    query: {},
    body: undefined,
    caller: { name: '', kind: 'anonymous', address: '' },
  })
  assert.ok(answer instanceof PlainText)
  const samples = answer.text.split('\n').filter((line) => !line.startsWith('#'))
  assert.deepEqual(samples, [
    'sallyport_a 1',
    'sallyport_scrape_success{group="good"} 1',
    'sallyport_scrape_success{group="bad"} 0',
    '',
  ])
})

test('bytes of links are read from the kernel', () => {
  const text = [
    'Inter-|   Receive                                                |  Transmit',
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed',
    '    lo:     120       2    0    0    0     0          0         0      120       2    0    0    0     0       0          0',
    'wan0.35:1234567890123 9 0 0 0 0 0 0 42 1 0 0 0 0 0 0',
    '',
  ].join('\n')
  assert.deepEqual(parseLinkBytes(text), [
    { link: 'lo', received: 120, sent: 120 },
    { link: 'wan0.35', received: 1234567890123, sent: 42 },
  ])
})
