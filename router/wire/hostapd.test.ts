import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEvent, parseFields, parseStation, unescapeSsid } from './hostapd.ts'

const PHONE = '02:00:00:00:01:00'

test('an answer is read field by field, whatever its values hold', () => {
  assert.deepEqual(parseFields('state=ENABLED\nssid[0]=a=b\n\nfreq=2412\n'), {
    state: 'ENABLED',
    'ssid[0]': 'a=b',
    freq: '2412',
  })
})

test('a station is parsed as an address and its fields, and other replies as undefined', () => {
  assert.deepEqual(parseStation(`${PHONE}\nflags=[AUTH][ASSOC][AUTHORIZED]\nvlan_id=4096\n`), {
    mac: PHONE,
    fields: { flags: '[AUTH][ASSOC][AUTHORIZED]', vlan_id: '4096' },
  })
  for (const none of ['', 'FAIL\n', 'UNKNOWN COMMAND\n']) assert.equal(parseStation(none), undefined)
})

test('events that matter are recognised', () => {
  assert.deepEqual(parseEvent(`<3>AP-STA-CONNECTED ${PHONE}`), { kind: 'joined', mac: PHONE, keyId: undefined })
  assert.deepEqual(parseEvent(`<3>AP-STA-CONNECTED ${PHONE} keyid=tv`), { kind: 'joined', mac: PHONE, keyId: 'tv' })
  assert.deepEqual(parseEvent(`<3>AP-STA-DISCONNECTED ${PHONE}`), { kind: 'left', mac: PHONE })
  assert.deepEqual(parseEvent(`<3>AP-STA-POSSIBLE-PSK-MISMATCH ${PHONE}`), { kind: 'wrong passphrase', mac: PHONE })
  assert.deepEqual(parseEvent('<3>CTRL-EVENT-TERMINATING '), { kind: 'terminating' })
  assert.deepEqual(parseEvent('<3>AP-MGMT-FRAME-RECEIVED buf=b000ff'), {
    kind: 'frame',
    bytes: Buffer.from([0xb0, 0, 0xff]),
  })
  for (const other of ['', '<3>', '<3>AP-STA-CONNECTED', '<3>AP-STA-CONNECTED nobody', '<2>WPS-NEW-AP-SETTINGS x'])
    assert.equal(parseEvent(other), undefined)
})

test('the name of a network may be any bytes', () => {
  assert.equal(Buffer.from(unescapeSsid('Gr\\xc3\\xb6\\xc3\\x9fe')).toString(), 'Größe')
  assert.deepEqual([...unescapeSsid('\\x00\\\\\\"\\n\\t')], [0, 0x5c, 0x22, 0x0a, 0x09])
})
