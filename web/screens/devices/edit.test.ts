import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../router/features/devices/device.ts'
import { edited, nameFault, withEdits } from './edit.ts'

test('a device that is switched off shows it in both places', () => {
  const off = edited({ ...emptyDevice(), Policies: ['wan'] }, { DeviceDisabled: true })
  assert.deepEqual(off.Policies, ['wan', 'disabled'])
  const on = edited(off, { DeviceDisabled: false })
  assert.deepEqual([on.Policies, on.DeviceDisabled], [['wan'], false])
})

test('an edit of one field leaves the others', () => {
  const phone = { ...emptyDevice(), Name: 'phone', Groups: ['family'] }
  assert.deepEqual(edited(phone, { Name: 'Mum' }), { ...phone, Name: 'Mum' })
})

test('edits that are on their way are shown in order, and only where there is a device', () => {
  const tv = { ...emptyDevice(), Name: 'tv' }
  const shown = withEdits({ a: tv, b: tv }, [
    { identity: 'a', edit: { Policies: ['wan'] } },
    { identity: 'a', edit: { Policies: ['wan', 'dns'] } },
    { identity: 'gone', edit: { Name: 'x' } },
  ])
  assert.deepEqual(shown, { a: { ...tv, Policies: ['wan', 'dns'] }, b: tv })
})

test('a name has something to read, and nothing that cannot be seen', () => {
  assert.deepEqual(['Mum’s phone', '  ', 'a\nb'].map(nameFault), [undefined, 'empty', 'control'])
})
