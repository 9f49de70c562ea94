import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinkName, LinkName } from './linkname.ts'

test('a link may not have the name under which the kernel keeps the settings of all or of new links', () => {
  for (const name of ['all', 'default']) {
    assert.ok(!isLinkName(name))
    assert.match(LinkName.safeParse(name).error?.issues[0]?.message ?? '', /not `all` or `default`/)
  }
  for (const name of ['eth0', 'allied', 'default.2', 'wlan0.4096']) assert.ok(isLinkName(name), name)
})
