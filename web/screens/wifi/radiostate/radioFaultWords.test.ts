import assert from 'node:assert/strict'
import { test } from 'node:test'
import { radioFaultWords } from './radioFaultWords.ts'

test('a fault of a radio is shown by its code, and an unknown error as hostapd wrote it', () => {
  assert.equal(
    radioFaultWords({ Fault: { Code: 'not_supported', Detail: '13' } }),
    'The radio does not support channel 13 with this width',
  )
  assert.equal(radioFaultWords({ Fault: { Code: 'other', Detail: 'ctrl_iface exists' } }), 'ctrl_iface exists')
  assert.equal(radioFaultWords({ Fault: null }), '')
})
