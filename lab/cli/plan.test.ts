import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf } from './files.ts'
import { belongsTo, plan } from './plan.ts'

const filesIn = ({ plan: steps }: ReturnType<typeof plan>): string[] =>
  steps.flat().flatMap((step) => ('tool' in step ? [] : step.names))

test('npm test and the variants have every test file once, and the first stages of both are the same', () => {
  const [short, all] = [plan([], false), plan([], true)]
  assert.deepEqual(
    all.plan.slice(0, short.plan.length).map((stage) => stage.map(({ title }) => title)),
    short.plan.map((stage) => stage.map(({ title }) => title)),
  )
  const files = filesIn(all)
  assert.equal(new Set(files).size, files.length)
  assert.ok(files.length > filesIn(short).length)
  assert.ok(filesIn(short).every((file) => !file.endsWith('.all.test.ts')))
})

test('no test file is forgotten: the others run in the virtual machine, or need a tailnet', () => {
  const planned = new Set(filesIn(plan([], true)))
  const others = filesOf(['**/*.test.ts'], ['lab/{vm,tailnet}/**']).filter((file) => !planned.has(file))
  assert.deepEqual(others, [])
})

test('a feature selects the types, its unit tests and its stories', () => {
  const chosen = plan(['devices'], false)
  const files = filesIn(chosen)
  assert.ok(chosen.plan.flat().some(({ title }) => title === 'types of the router'))
  assert.ok(files.includes('router/features/home/devices/handlers.test.ts'))
  assert.ok(files.includes('lab/scenarios/devices/policies.test.ts'))
  assert.ok(!files.some((file) => file.startsWith('lab/scenarios/dns/')))
})

test('a file or folder is named by its path, and a variant too', () => {
  const file = 'lab/scenarios/app/browser-axe.all.test.ts'
  assert.deepEqual(filesIn(plan([file], false)), [file])
  assert.ok(filesIn(plan(['lab/scenarios/vpn'], false)).length > 1)
})

test('a word that selects nothing is returned', () => {
  assert.deepEqual(plan(['units', 'no-such-thing'], false), { plan: [], unknown: 'no-such-thing' })
})

test('a file belongs to the features after which it or a folder is named', () => {
  assert.ok(belongsTo('lab/scenarios/vpn/vpn-mobile.all.test.ts', 'vpn'))
  assert.ok(belongsTo('router/servers/dns/chain.test.ts', 'dns'))
  assert.ok(!belongsTo('router/servers/dnsmasq/chain.test.ts', 'dns'))
})
