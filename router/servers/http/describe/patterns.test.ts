import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ArchiveName } from '../../../features/backup/name.ts'
import { Port, Ports } from '../../../features/firewall/port.ts'
import { LinkName } from '../../../features/links/interface.ts'

const described = (schema: z.ZodType) => z.toJSONSchema(schema.meta({ description: 'x' }), { io: 'input' })

test('what is checked of link names, ports and archive names is described', () => {
  assert.deepEqual([described(LinkName).maxLength, typeof described(LinkName).pattern], [15, 'string'])
  for (const schema of [LinkName, Ports, Port, ArchiveName]) {
    const { pattern = '' } = described(schema)
    assert.ok(pattern.length > 0)
    const allows = new RegExp(pattern, 'u')
    for (const text of [
      'eth0',
      'any',
      ' 8080 ',
      '',
      '80-90',
      'x'.repeat(20),
      'wlan0.4096',
      '../x',
      'a b',
      '99999',
      'ANY',
    ])
      if (schema.safeParse(text).success) assert.ok(allows.test(text.trim()), `${pattern} refuses ${text}`)
    assert.ok(!allows.test('; flush ruleset'))
  }
})
