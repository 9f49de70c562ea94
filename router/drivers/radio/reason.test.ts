import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Unavailable } from '../../errors.ts'
import { radioFaultSentence } from '../../model/wifi/radiostate/fault.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { radioFaultOf } from './reason.ts'

const reasonOf = (error: unknown, link: string): string => radioFaultSentence(radioFaultOf(error, link))

/** hostapd 2.10 with `channel=13` and `ht_capab=[HT40+]`. */
const PRINTED = `wlan0: interface state UNINITIALIZED->COUNTRY_UPDATE
wlan0: IEEE 802.11 Configured channel (13) or frequency (2472) (secondary_channel=1) not found from the channel list of the current mode (1) IEEE 802.11g
wlan0: IEEE 802.11 Hardware does not support configured channel
Could not select hw_mode and channel. (-3)
wlan0: interface state COUNTRY_UPDATE->DISABLED
wlan0: AP-DISABLED
wlan0: Unable to setup interface.
`

test('a missing program and a link of another kind are named', () => {
  const missing = new CommandFailed(['hostapd', '-B'], null, 'spawn hostapd ENOENT')
  assert.equal(reasonOf(missing, 'wlan0'), 'the program hostapd is not installed: apt-get install hostapd')
  const wired = "nl80211: 'nl80211' generic netlink not found\nFailed to initialize driver 'nl80211'\n"
  assert.equal(reasonOf(new CommandFailed(['hostapd'], 1, wired), 'eth0'), 'eth0 is not a wifi card')
})

test('a channel that cannot be used is named', () => {
  const reason = (printed: string) => reasonOf(new CommandFailed(['hostapd', '-B'], 1, printed), 'wlan0')
  assert.equal(reason(PRINTED), 'the radio does not support channel 13 with this width')
  assert.equal(
    reason('wlan0: Frequency 2472 (primary) not allowed for AP mode, flags: 0x3 NO-IR\n'),
    'the country does not permit an access point on channel 13 (2472 MHz)',
  )
})

test('the reason is the first line that hostapd does not always print', () => {
  const printed = 'wlan0: interface state UNINITIALIZED->COUNTRY_UPDATE\nctrl_iface exists\nwlan0: AP-DISABLED\n'
  assert.equal(reasonOf(new CommandFailed(['hostapd', '-B'], 1, printed), 'wlan0'), 'ctrl_iface exists')
  assert.equal(reasonOf(new CommandFailed(['hostapd'], 1, 'wlan0: AP-DISABLED \n'), 'wlan0'), 'hostapd does not start')
  assert.equal(reasonOf(new Unavailable(verbatim('there is no link wlan0')), 'wlan0'), 'there is no link wlan0')
})
