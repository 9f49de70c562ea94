import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { guideOf, SECTIONS, sectionsOf } from './sections.ts'

const shown = (features: Parameters<typeof sectionsOf>[0]) => sectionsOf(features).map(({ to }) => to)

test('a section that needs a feature is shown if the router has it, and until the router has responded', () => {
  assert.ok(shown(['dns', 'wifi']).includes('/admin/dns'))
  assert.ok(shown(undefined).includes('/admin/dns'))
  assert.deepEqual(
    shown([]),
    shown(undefined).filter((to) => to !== '/admin/dns'),
  )
})

test('help links to the guide of the open section, and every guide exists', () => {
  assert.equal(guideOf('/admin/dns/log'), '/pages/docs/guides/dns')
  assert.equal(guideOf('/admin/devices/02:00:00:00:00:01'), '/pages/docs/guides/device')
  assert.equal(guideOf('/admin/add-device'), '/pages/docs/guides/device')
  assert.equal(guideOf('/admin'), '/pages/docs/guides/overview')
  assert.equal(guideOf('/admin/nowhere'), '/pages/docs/intro')
  for (const path of [...SECTIONS.map(({ to }) => to), '/admin/nowhere']) {
    const page = guideOf(path).replace('/pages/', '')
    assert.ok(existsSync(new URL(`../../../site/${page}.md`, import.meta.url)), page)
  }
})
