import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receptionOf, type StationReading, stationOf } from './station.ts'

const NOW = Date.UTC(2024, 2, 1, 10)
/** As hostapd 2.10 prints them. */
const fields = {
  flags: '[AUTH][ASSOC][AUTHORIZED][WMM][MFP][HT]',
  rx_bytes: '1200',
  tx_bytes: '3400',
  inactive_msec: '1584',
  signal: '-55',
  rx_rate_info: '60',
  tx_rate_info: '1445 mcs 15 shortGI',
  connected_time: '90',
  vlan_id: '4097',
  AKMSuiteSelector: '00-0f-ac-8',
}
const status = {
  freq: '5180',
  channel: '36',
  'bss[0]': 'wlan0',
  'ssid[0]': 'Gr\\xc3\\xb6\\xc3\\x9fe',
  'bss[1]': 'wlan0.ap0',
  'ssid[1]': 'Guests',
}
const reading: StationReading = { mac: '02:00:00:00:00:01', radio: 'wlan0', network: 'wlan0', fields, status }

test('fields of a station are converted to names and units for display', () => {
  assert.deepEqual(stationOf(reading, 'phone', NOW), {
    MAC: '02:00:00:00:00:01',
    Name: 'phone',
    Link: 'wlan0.4097',
    SSID: 'Größe',
    Guest: false,
    Security: 'WPA3',
    Radio: 'wlan0',
    Band: '5 GHz',
    Channel: 36,
    Signal: -55,
    RxRate: 6,
    TxRate: 144.5,
    RxBytes: 1200,
    TxBytes: 3400,
    InactiveMs: 1584,
    ConnectedSince: NOW / 1000 - 90,
  })
})

test('a guest is on the guest network, with its name', () => {
  const { Guest, SSID, Link, Security } = stationOf(
    { ...reading, network: 'wlan0.ap0', fields: { ...fields, AKMSuiteSelector: '00-0f-ac-6' } },
    '',
    NOW,
  )
  assert.deepEqual(
    { Guest, SSID, Link, Security },
    { Guest: true, SSID: 'Guests', Link: 'wlan0.ap0.4097', Security: 'WPA2' },
  )
})

test('a value that hostapd does not print is unknown', () => {
  assert.deepEqual(receptionOf({ ...reading, fields: { signal: '0' }, status: {} }), {
    Radio: 'wlan0',
    Band: '',
    Channel: 0,
    Signal: null,
    RxRate: 0,
    TxRate: 0,
  })
  assert.equal(stationOf({ ...reading, fields: {} }, '', NOW).Security, '')
})
