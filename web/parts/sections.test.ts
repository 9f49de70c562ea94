import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionsOf } from './sections.ts'

const shown = (features: Parameters<typeof sectionsOf>[0]) => sectionsOf(features).map(({ to }) => to)

test('a section that takes a feature is there while the router names it, and before it has answered', () => {
  assert.ok(shown(['dns', 'wifi']).includes('/admin/dns'))
  assert.ok(shown(undefined).includes('/admin/dns'))
  assert.deepEqual(
    shown([]),
    shown(undefined).filter((to) => to !== '/admin/dns'),
  )
})
