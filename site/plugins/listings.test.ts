import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listingOf, listings } from './listings.ts'

test('highlighting keeps the text', () => {
  const html = listingOf("curl -d 'a<b' # & more", 'sh')
  assert.match(html, /<span class="token string">'a&lt;b'<\/span>/)
  assert.match(html, /<span class="token comment"># &amp; more<\/span>/)
})

test('an unknown language is not highlighted', () => {
  assert.equal(listingOf('<b>&', 'text'), '&#60;b&#62;&#38;')
})

test('code blocks become listings with their title, also when nested', () => {
  const code = { type: 'code', lang: 'ts', meta: 'title="a/b.ts"', value: 'x' }
  const tree = { type: 'root', children: [{ type: 'listItem', children: [code] }] }
  listings()(tree)
  const attributes = Object.entries({ language: 'ts', html: 'x', title: 'a/b.ts' })
  assert.deepEqual(tree.children[0]?.children[0], {
    type: 'mdxJsxFlowElement',
    name: 'Listing',
    attributes: attributes.map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
    children: [],
  })
})
