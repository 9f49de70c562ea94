import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import { linesInText, scopeWords } from './scopes.ts'

const { areas } = accessTexts.tokens
const { read, write, everything } = pluginTexts.scopes

test('a scope is described by its area and right, or by its path', () => {
  assert.deepEqual(scopeWords('/devices:r'), { what: areas.devices, right: read })
  assert.deepEqual(scopeWords('/plugins/dns/block/config:rw'), { what: areas.dns, right: write })
  assert.deepEqual(scopeWords('/firewall'), { what: areas.firewall, right: write })
  assert.deepEqual(scopeWords('/ping:r'), { what: '/ping', right: read })
  assert.deepEqual(scopeWords('/:rw'), { what: everything, right: write })
  assert.deepEqual(scopeWords('/devicesome:r'), { what: '/devicesome', right: read })
})

test('lines of a text field are trimmed, without empty ones and duplicates', () => {
  assert.deepEqual(linesInText(' /devices:r\n\n/dns:rw \n/devices:r'), ['/devices:r', '/dns:rw'])
})
