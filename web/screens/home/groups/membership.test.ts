import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { emptyGroup } from '../../../../router/model/home/groups/group.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { choicesOf, circlesOf } from './membership.ts'

const entry = (identity: string, name: string, groups: string[] = [], ip = ''): ShownDevice => ({
  identity,
  name,
  status: 'online',
  device: { ...emptyDevice(), Name: name, Groups: groups, RecentIP: ip },
})

test('groups and their members are sorted by name', () => {
  const entries = [entry('c', 'tv', ['family', 'cast']), entry('b', 'phone', ['family']), entry('a', 'camera')]
  const circles = circlesOf([emptyGroup('family'), emptyGroup('cast'), emptyGroup('work')], entries)
  assert.deepEqual(
    circles.map(({ group, members }) => [group.Name, members.map(({ name }) => name)]),
    [
      ['cast', ['tv']],
      ['family', ['phone', 'tv']],
      ['work', []],
    ],
  )
})

test('devices of equal names are distinguished, all others have their name only', () => {
  const entries = [entry('b', 'tv', [], '192.168.2.10'), entry('c', 'tv'), entry('a', 'phone', [], '192.168.2.6')]
  assert.deepEqual(choicesOf(entries), [
    { value: 'a', label: 'phone' },
    { value: 'b', label: 'tv (192.168.2.10)' },
    { value: 'c', label: 'tv (c)' },
  ])
})
