import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInterfaces, parseRadios, parseRules, parseScan } from './iw.ts'

/** Shortened from what iw 5.19 prints of a simulated radio (mac80211_hwsim). */
const LIST = `Wiphy phy1
	wiphy index: 1
	max # scan SSIDs: 4
	Device supports AP-side u-APSD.
	Supported Ciphers:
		* CCMP-128 (00-0f-ac:4)
		* GCMP-128 (00-0f-ac:8)
	Supported interface modes:
		 * managed
		 * AP
		 * AP/VLAN
	Band 2:
		Capabilities: 0x107e
			HT20/HT40
		VHT Capabilities (0x038004fa):
			Max MPDU length: 11454
		HE Iftypes: managed
			HE PHY Capabilities: (0x00):
		HE Iftypes: AP
			HE PHY Capabilities: (0x00bfce):
				Device Class: 1
		Bitrates (non-HT):
			* 6.0 Mbps
		Frequencies:
			* 5180 MHz [36] (23.0 dBm)
			* 5260 MHz [52] (20.0 dBm) (radar detection)
	valid interface combinations:
		 * #{ IBSS } <= 1, #{ managed, AP } <= 2048,
		   total <= 2049, #channels <= 1
`

test('a radio is described by its ciphers, modes, bands and channels', () => {
  const [radio] = parseRadios(LIST)
  assert.deepEqual(radio, {
    wiphy: 'phy1',
    wiphy_index: 1,
    max_scan_ssids: 4,
    supported_ciphers: ['CCMP-128 (00-0f-ac:4)', 'GCMP-128 (00-0f-ac:8)'],
    supported_interface_modes: ['managed', 'AP', 'AP/VLAN'],
    device_supports: ['AP-side u-APSD'],
    valid_interface_combinations: ['#{ IBSS } <= 1, #{ managed, AP } <= 2048, total <= 2049, #channels <= 1'],
    bands: [
      {
        band: 'Band 2',
        frequencies: ['5180 MHz [36] (23.0 dBm)', '5260 MHz [52] (20.0 dBm) (radar detection)'],
        bitrates: ['6.0 Mbps'],
        capabilities: ['0x107e', 'HT20/HT40'],
        vht_capabilities: ['0x038004fa', 'Max MPDU length: 11454'],
        he_phy_capabilities: ['0x00bfce', 'Device Class: 1'],
      },
    ],
  })
  assert.deepEqual(parseRadios(''), [])
})

const DEV = `phy#0
	Interface wlan0.4096
		ifindex 5
		addr 02:00:00:00:00:00
		type AP/VLAN
		channel 1 (2412 MHz), width: 20 MHz, center1: 2412 MHz
	Interface wlan0
		ifindex 2
		ssid Gr\\xc3\\xb6\\xc3\\x9fe
		type AP
		multicast TXQ:
			qsz-byt	qsz-pkt
			0	0
phy#1
	Interface wlan1
		type managed
`

test('links are listed below their radios', () => {
  assert.deepEqual(parseInterfaces(DEV), {
    phy0: {
      'wlan0.4096': {
        ifindex: '5',
        addr: '02:00:00:00:00:00',
        type: 'AP/VLAN',
        channel: '1 (2412 MHz), width: 20 MHz, center1: 2412 MHz',
      },
      wlan0: { ifindex: '2', ssid: 'Größe', type: 'AP' },
    },
    phy1: { wlan1: { type: 'managed' } },
  })
})

const SCAN = `BSS 02:00:00:00:00:00(on wlan1) -- associated
	last seen: 26.485s [boottime]
	freq: 2412
	beacon interval: 100 TUs
	capability: ESS Privacy ShortSlotTime (0x0411)
	signal: -30.00 dBm
	last seen: 104 ms ago
	SSID: Home
	DS Parameter set: channel 1
	RSN:	 * Version: 1
		 * Pairwise ciphers: CCMP
		 * Authentication suites: PSK PSK/SHA-256 SAE
	HT operation:
		 * primary channel: 1
BSS 02:00:00:00:00:09(on wlan1)
	freq: 5180
	signal: -81.00 dBm
	SSID: \\x00\\x0aRSN:
`

test('networks that were found have a name, a signal and their way of authentication', () => {
  const [home, hidden, ...others] = parseScan(SCAN)
  assert.deepEqual(home, {
    bssid: '02:00:00:00:00:00',
    interface: 'wlan1',
    freq: 2412,
    ssid: 'Home',
    capability: 'ESS Privacy ShortSlotTime (0x0411)',
    authentication_suites: 'PSK PSK/SHA-256 SAE',
    pairwise_ciphers: 'CCMP',
    signal_dbm: -30,
    last_seen_ms: 104,
    primary_channel: 1,
    beacon_interval_tus: 100,
  })
  // A name cannot pass for another field.
  assert.equal(hidden?.ssid, '\u0000\nRSN:')
  assert.equal(hidden?.authentication_suites, '')
  assert.deepEqual(others, [])
})

test('the regulatory rules of the country are parsed', () => {
  const rules = parseRules(`global
country DE: DFS-ETSI
	(2400 - 2483 @ 40), (N/A, 20), (N/A)
	(5250 - 5350 @ 80), (N/A, 20), (0 ms), NO-OUTDOOR, DFS, AUTO-BW

phy#0
country 99: DFS-UNSET
	(2402 - 2482 @ 40), (6, 20), (N/A)
`)
  assert.deepEqual(rules, {
    country: 'DE',
    dfs: 'DFS-ETSI',
    bands: [
      { start: 2400, end: 2483, max_bandwidth: 40, dbm: 20, flags: [] },
      { start: 5250, end: 5350, max_bandwidth: 80, dbm: 20, flags: ['NO-OUTDOOR', 'DFS', 'AUTO-BW'] },
    ],
  })
})
