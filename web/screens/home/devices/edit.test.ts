import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { edited, withEdits } from './edit.ts'

test('disabling a device sets both the field and the policy', () => {
  const off = edited({ ...emptyDevice(), Policies: ['wan'] }, { DeviceDisabled: true })
  assert.deepEqual(off.Policies, ['wan', 'disabled'])
  const on = edited(off, { DeviceDisabled: false })
  assert.deepEqual([on.Policies, on.DeviceDisabled], [['wan'], false])
})

test('an edit of one field leaves the others', () => {
  const phone = { ...emptyDevice(), Name: 'phone', Groups: ['family'] }
  assert.deepEqual(edited(phone, { Name: 'Mum' }), { ...phone, Name: 'Mum' })
})

test('pending edits are applied in order, and only to existing devices', () => {
  const tv = { ...emptyDevice(), Name: 'tv' }
  const shown = withEdits({ a: tv, b: tv }, [
    { identity: 'a', edit: { Policies: ['wan'] } },
    { identity: 'a', edit: { Policies: ['wan', 'dns'] } },
    { identity: 'gone', edit: { Name: 'x' } },
  ])
  assert.deepEqual(shown, { a: { ...tv, Policies: ['wan', 'dns'] }, b: tv })
})
