import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { answerWith, hitOf } from './answers.ts'
import { isClosed, lookFor } from './box.ts'
import { openSiteStories, PHONE, stopClock } from './stage.ts'

/** The search box: opening, keys, waiting and messages. */
const { walk, open } = openSiteStories()

const box = (page: Page) => page.locator('.DocSearch-Modal')
const field = (page: Page) => page.locator('.DocSearch-Input')
const button = (page: Page) => page.locator('.DocSearch-Button')
const hits = (page: Page) => page.locator('.DocSearch-Hit')
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

walk(
  'the search box opens by button, Ctrl+K, Cmd+K, slash, and a letter; it closes by Escape, click outside, and Ctrl+K',
  '/docs/faq',
  async (page) => {
    await answerWith(page, () => [])
    const ways: Record<string, () => Promise<void>> = {
      button: () => button(page).click(),
      'Control+k': () => press(page, 'Control+k'),
      'Meta+k': () => press(page, 'Meta+k'),
      '/': () => press(page, '/'),
    }
    for (const [name, way] of Object.entries(ways)) {
      await way()
      await box(page).waitFor()
      assert.equal(await field(page).inputValue(), '', name)
      await press(page, 'Escape')
      await isClosed(page)
    }
    await button(page).focus()
    await press(page, 'f')
    await box(page).waitFor()
    assert.equal(await field(page).inputValue(), 'f')
    await page.mouse.click(5, 700)
    await isClosed(page)
    await press(page, 'Control+k')
    await box(page).waitFor()
    await press(page, 'Control+k')
    await isClosed(page)
  },
)

walk('a slash in a text field does not open the search box', '/search', async (page) => {
  await page.locator('main input[type=search]').focus()
  await press(page, 'a', '/')
  assert.equal(await page.locator('main input[type=search]').inputValue(), 'a/')
  assert.equal(await box(page).count(), 0)
})

walk(
  'on a phone, Cancel closes the search box',
  '/docs/faq',
  async (page) => {
    await button(page).tap()
    await box(page).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await isClosed(page)
  },
  { ...PHONE, hasTouch: true },
)

walk('the search box is loaded on hover, focus or touch of its button', '/docs/faq', async (page) => {
  const ways: readonly ((page: Page) => Promise<void>)[] = [
    (page) => button(page).hover(),
    (page) => button(page).focus(),
    (page) => button(page).dispatchEvent('touchstart'),
  ]
  const parts = `performance.getEntriesByType('resource').filter(({ name, initiatorType }) => name.endsWith('.js') && initiatorType === 'script').length`
  for (const way of ways) {
    const other = await page.context().newPage()
    await open(other, '/docs/faq')
    await other.waitForLoadState('networkidle')
    const before = await other.evaluate<number>(parts)
    await way(other)
    await until('the box to come', async () => (await other.evaluate<number>(parts)) > before)
    assert.equal(await box(other).count(), 0)
  }
})

walk('selected text becomes the query, up to 64 characters, the limit of the field', '/docs/faq', async (page) => {
  const asked = await answerWith(page, () => [])
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('article p'))`)
  const marked = await page.evaluate<string>('getSelection().toString()')
  assert.ok(marked.length > 64)
  await press(page, 'Control+k')
  await until('a question', () => asked.length > 0)
  assert.equal(await field(page).inputValue(), marked.slice(0, 64))
  assert.equal(asked[0]!.query, marked.slice(0, 64))
  assert.equal(await field(page).getAttribute('maxlength'), '64')
})

walk('Tab stays in the search box', '/docs/faq', async (page) => {
  await answerWith(page, () => [hitOf(['Guides', 'One']), hitOf(['Guides', 'Two'])])
  await lookFor(page, 'one')
  await hits(page).first().waitFor()
  const inside = `document.querySelector('.DocSearch-Container').contains(document.activeElement)`
  for (const key of [...Array<string>(9).fill('Tab'), ...Array<string>(9).fill('Shift+Tab')]) {
    await press(page, key)
    assert.equal(await page.evaluate(inside), true, key)
  }
})

walk(
  'Enter opens the selected hit, Ctrl+Enter in a tab, Shift+Enter in a window; the box stays open for those',
  '/docs/intro',
  async (page) => {
    await answerWith(page, () => [hitOf(['Guides', 'One']), hitOf(['Guides', 'Two'])])
    await lookFor(page, 'o')
    await hits(page).nth(1).waitFor()
    for (const keys of ['Control+Enter', 'Meta+Enter', 'Shift+Enter']) {
      const [other] = await Promise.all([page.context().waitForEvent('page'), press(page, keys)])
      await other.waitForURL((url) => url.pathname === '/pages/docs/faq' && url.hash === '#guides-one')
      await other.close()
      assert.equal(await box(page).count(), 1, keys)
    }
    await press(page, 'ArrowDown', 'Enter')
    await isClosed(page)
    await page.waitForURL((url) => url.pathname === '/pages/docs/faq' && url.hash === '#guides-two')
  },
)

walk('a click opens a hit; a middle click opens a tab, and the box stays open', '/docs/intro', async (page) => {
  await answerWith(page, () => [hitOf(['Guides', 'One'])])
  await lookFor(page, 'o')
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    hits(page).locator('a').click({ button: 'middle' }),
  ])
  await other.close()
  assert.equal(await box(page).count(), 1)
  await hits(page).locator('a').click()
  await isClosed(page)
  await page.waitForURL((url) => url.hash === '#guides-one')
})

walk('a search is marked stalled after 300 ms, and previous results stay until then', '/docs/faq', async (page) => {
  const late = Promise.withResolvers<void>()
  await page.clock.install()
  await answerWith(page, async (query) => {
    if (query !== 'o') await late.promise
    return [hitOf(['Guides', query === 'o' ? 'One' : 'Two'])]
  })
  await lookFor(page, 'o')
  await hits(page).getByText('One').waitFor()
  await stopClock(page)
  await page.keyboard.type('n')
  const stalled = page.locator('.DocSearch-Container--Stalled')
  await page.clock.runFor(299)
  assert.equal(await stalled.count(), 0)
  await page.clock.runFor(2)
  await stalled.waitFor()
  assert.equal(await hits(page).getByText('One').count(), 1)
  late.resolve()
  await until('the answer', async () => {
    // In small steps, so that a response that is late on a busy machine does not time out.
    await page.clock.runFor(10)
    return (await hits(page).getByText('Two').count()) === 1
  })
  assert.equal(await stalled.count(), 0)
})

walk('queries ask for 20 hits with ten-word snippets in the page’s language and version', '/docs/faq', async (page) => {
  const asked = await answerWith(page, () => [])
  const [request] = await Promise.all([page.waitForRequest(/\/1\/indexes\//), lookFor(page, 'd')])
  await until('a question', () => asked.length > 0)
  const { pathname, searchParams } = new URL(request.url())
  assert.deepEqual([request.method(), pathname], ['POST', '/1/indexes/*/queries'])
  assert.equal(request.headers()['content-type'], 'text/plain')
  assert.deepEqual(
    ['application-id', 'api-key'].map((name) => searchParams.get(`x-algolia-${name}`)),
    ['sallyport', 'search-only'],
  )
  const { attributesToRetrieve, attributesToSnippet, facetFilters, ...rest } = asked[0]!
  const levels = ['lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6']
  assert.deepEqual(
    attributesToRetrieve,
    ['lvl0', ...levels].map((level) => `hierarchy.${level}`).concat('content', 'type', 'url'),
  )
  assert.deepEqual(attributesToSnippet, [...levels.map((level) => `hierarchy.${level}:10`), 'content:10'])
  assert.deepEqual((facetFilters as unknown[])[0], 'language:en')
  assert.ok(JSON.stringify(facetFilters).includes('docusaurus_tag:docs-default-current'))
  assert.deepEqual(rest, {
    query: 'd',
    indexName: 'sallyport',
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: true,
  })
})

walk('snippets have five words up to 768 pixels, ten above', '/docs/faq', async (page) => {
  const asked = await answerWith(page, () => [])
  for (const [width, words] of [
    [768, 5],
    [769, 10],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await lookFor(page, 'd')
    await until('a question', () => asked.length > 0)
    assert.ok((asked.pop()!.attributesToSnippet as string[]).includes(`content:${words}`))
    await press(page, 'Escape')
    await isClosed(page)
  }
})

walk('five hits of a group are shown, with a link to all', '/docs/intro', async (page) => {
  const eight = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  await answerWith(page, () => [...eight.map((name) => hitOf(['Guides', name])), hitOf(['Blog', 'Nine'])])
  await lookFor(page, 'e&')
  await hits(page).first().waitFor()
  assert.deepEqual(await page.locator('.DocSearch-Hit-source').allTextContents(), ['Guides', 'Blog'])
  assert.equal(await hits(page).count(), 6)
  await page.getByRole('link', { name: 'See all 9 results' }).click()
  await isClosed(page)
  await page.waitForURL((url) => url.pathname === '/pages/search' && url.searchParams.get('q') === 'e&')
})

walk('no results: a message and up to three suggestions', '/docs/faq', async (page) => {
  const groups = ['Guides', 'Set up', 'Security', 'Blog']
  await answerWith(page, (query) =>
    query === 'a' || query === 'set up ' ? groups.map((name) => hitOf([name, 'One'])) : [],
  )
  await lookFor(page, 'a')
  await hits(page).first().waitFor()
  await page.keyboard.type('zz')
  await page.getByText('No results for "azz"').waitFor()
  await page.getByText('Try searching for').waitFor()
  const instead = page.locator('.DocSearch-NoResults-Prefill-List button')
  assert.deepEqual(await instead.allTextContents(), groups.slice(0, 3))
  await page.getByText('Believe this query should return results?').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Let us know.' }).getAttribute('href'), '/pages/docs/contact')
  await instead.nth(1).click()
  assert.equal(await field(page).inputValue(), 'set up ')
  await hits(page).first().waitFor()
})

walk('texts of the search box', '/docs/faq', async (page) => {
  assert.equal(await button(page).locator('.DocSearch-Button-Placeholder').textContent(), 'Search')
  await press(page, 'Control+k')
  await box(page).getByText('No recent searches').waitFor()
  assert.equal(await field(page).getAttribute('placeholder'), 'Search docs')
  await open(page, '/docs/faq')
})
