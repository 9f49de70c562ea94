import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNetworkNumbers, parseStationEvent } from './supplicant.ts'

test('events of a station', () => {
  const parsed = (line: string) => parseStationEvent(`<3>${line}`)
  assert.deepEqual(parsed('CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=7 id_str=]'), {
    kind: 'connected',
    id: 7,
  })
  assert.deepEqual(parsed('CTRL-EVENT-DISCONNECTED bssid=02:00:00:00:01:00 reason=3 locally_generated=1'), {
    kind: 'disconnected',
  })
  assert.deepEqual(parsed('CTRL-EVENT-NETWORK-NOT-FOUND '), { kind: 'not found' })
  assert.deepEqual(parsed("SME: Trying to authenticate with 02:00:00:00:01:00 (SSID='caf\\xc3\\xa9' freq=2412 MHz)"), {
    kind: 'trying',
    ssid: 'café',
  })
  assert.deepEqual(parsed("Trying to associate with SSID 'it's'"), { kind: 'trying', ssid: "it's" })
  assert.equal(parsed('CTRL-EVENT-SCAN-STARTED '), undefined)
  assert.equal(parsed(''), undefined)
})

test('a wrong passphrase is known in WPA2 by the handshake, and in WPA3 by the confirmation', () => {
  const disabled = (ssid: string, reason: string) =>
    `CTRL-EVENT-SSID-TEMP-DISABLED id=1 ssid="${ssid}" auth_failures=1 duration=10 reason=${reason}`
  assert.deepEqual(parseStationEvent(disabled('cafe', 'WRONG_KEY')), { kind: 'wrong passphrase', id: 1 })
  assert.deepEqual(parseStationEvent(disabled('cafe', 'CONN_FAILED')), { kind: 'refused', id: 1 })
  assert.deepEqual(parseStationEvent(disabled('\\" id=9 reason=WRONG_KEY', 'CONN_FAILED')), { kind: 'refused', id: 1 })
  const rejected = (transaction: number) =>
    `CTRL-EVENT-AUTH-REJECT 02:00:00:00:02:00 auth_type=3 auth_transaction=${transaction} status_code=1`
  assert.deepEqual(parseStationEvent(rejected(2)), { kind: 'wrong passphrase' })
  assert.deepEqual(parseStationEvent(rejected(1)), { kind: 'refused' })
  assert.deepEqual(parseStationEvent('CTRL-EVENT-ASSOC-REJECT bssid=02:00:00:00:02:00 status_code=17'), {
    kind: 'refused',
  })
})

test('the numbers of configured networks', () => {
  const text = 'network id / ssid / bssid / flags\n0\tcafe\tany\t[TEMP-DISABLED]\n12\t7\\t8\tany\t\n'
  assert.deepEqual(parseNetworkNumbers(text), [0, 12])
})
