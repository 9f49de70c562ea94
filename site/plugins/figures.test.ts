import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, readFigures } from './figures.ts'

const all = readFigures(
  '| figure | ours | peer |\n|---|---|---|\n| DNS, memory (beside x)   | 21 MiB  | 80 MiB | 0.26 |\n',
)
const figure = (attributes: Record<string, string>) => ({
  type: 'root',
  children: [
    {
      type: 'mdxJsxTextElement',
      name: 'Figure',
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    },
  ],
})
const textOf = (attributes: Record<string, string>): unknown => {
  const tree = figure(attributes)
  figures({ all })(tree)
  return tree.children[0]
}

test('a page shows the measured figure, or that of the reference', () => {
  assert.deepEqual(textOf({ of: 'DNS, memory (beside x)' }), { type: 'text', value: '21 MiB' })
  assert.deepEqual(textOf({ of: 'DNS, memory (beside x)', side: 'peer' }), { type: 'text', value: '80 MiB' })
})

test('a missing figure fails the build', () => {
  assert.throws(() => textOf({ of: 'DNS, speed' }), /docs\/figures\.md has no figure "DNS, speed" \(ours\)/)
})

test('the figures of this repository can be parsed', () => {
  assert.match(readFigures().get('DNS, memory for a million names (beside dnsmasq)')?.ours ?? '', /^\d+ MiB$/)
})
