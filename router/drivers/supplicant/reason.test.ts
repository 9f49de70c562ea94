import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Unavailable } from '../../errors.ts'
import { supplicantFailureReason } from './reason.ts'

/** wpa_supplicant 2.10 on a link that is no radio. */
const PRINTED = `Successfully initialized wpa_supplicant
nl80211: Could not configure driver mode
nl80211: deinit ifname=lo disabled_11b_rates=0
lo: Failed to initialize driver interface
lo: CTRL-EVENT-DSCP-POLICY clear_all
`

test('the reason is the first line that wpa_supplicant does not always print', () => {
  const failed = (text: string) => supplicantFailureReason(new CommandFailed(['wpa_supplicant', '-B'], 255, text), 'lo')
  assert.equal(failed(PRINTED), 'nl80211: Could not configure driver mode')
  assert.equal(failed('lo: CTRL-EVENT-TERMINATING \n'), 'wpa_supplicant does not start')
  assert.equal(
    failed('spawn wpa_supplicant ENOENT'),
    'the program wpa_supplicant is not installed: apt-get install wpasupplicant',
  )
  assert.equal(supplicantFailureReason(new Unavailable('wlan0 is not plugged in'), 'wlan0'), 'wlan0 is not plugged in')
})
