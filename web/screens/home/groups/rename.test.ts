import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyGroup } from '../../../../router/model/home/groups/group.ts'
import { openCall } from '../../../client/call.ts'
import { rename } from './rename.ts'

const network = (Interface: string, Groups: string[]) => ({
  RuleName: '',
  Disabled: false,
  Description: '',
  Interface,
  SrcIP: '172.18.0.0/16',
  RouteDst: '',
  Policies: [],
  Groups,
  Tags: [],
})

/** A router that rejects calls of this path, and the calls that it received. */
function talk(refuses = '') {
  const asked: [string, unknown][] = []
  const call = openCall({
    fetch: async (path, init) => {
      asked.push([`${init?.method} ${String(path)}`, JSON.parse(String(init?.body))])
      return String(path) === refuses ? new Response('no', { status: 400 }) : new Response(null, { status: 200 })
    },
    credentials: () => ({}),
    proof: () => undefined,
  })
  return { asked, call }
}

const renaming = {
  group: { ...emptyGroup('kids'), Disabled: true, GroupTags: ['home'] },
  to: 'children',
  members: ['02:00:00:00:00:01', '02:00:00:00:00:02'],
  networks: [network('br-toys', ['kids', 'toys']), network('br-work', ['work'])],
}

test('renaming a group moves its members and networks first, and then deletes the old name', async () => {
  const { asked, call } = talk()
  await rename(call, renaming)
  assert.deepEqual(asked, [
    ['PUT /groups', { Name: 'children', Disabled: true, GroupTags: ['home'] }],
    ['PUT /devices/bulk', { Identities: renaming.members, Groups: ['children'] }],
    // The router has one rule for a link and its addresses: the old one is deleted first.
    ['DELETE /firewall/custom_interface', network('br-toys', ['kids', 'toys'])],
    ['PUT /firewall/custom_interface', network('br-toys', ['children', 'toys'])],
    ['DELETE /groups', { Name: 'kids' }],
  ])
})

test('if a step fails, the old group is kept', async () => {
  const { asked, call } = talk('/devices/bulk')
  await assert.rejects(rename(call, renaming), /no/)
  assert.deepEqual(
    asked.map(([line]) => line),
    ['PUT /groups', 'PUT /devices/bulk'],
  )
})

test('renaming an empty group changes no devices', async () => {
  const { asked, call } = talk()
  await rename(call, { ...renaming, members: [], networks: [] })
  assert.deepEqual(
    asked.map(([line]) => line),
    ['PUT /groups', 'DELETE /groups'],
  )
})
