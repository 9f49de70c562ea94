import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { type Host, openDead, openHost, openRefusing, openSlow } from '../search/hosts.ts'
import { buildVariant, SEARCH_HOSTS } from './build.ts'
import { openSiteStories } from './stage.ts'

/** A search with several hosts, one slow, one unreachable and one that returns errors: results and waiting times. */
const stage = openSiteStories(await buildVariant('generated'))
const { skip, open } = stage

/** Milliseconds after which an idle page has finished its work. */
const MOMENT_MS = 50

interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Returns the hosts that received requests, in order, and clears the list. */
  asked(): string[]
  /** Holds back the responses of the working host until `release` is called. */
  hold(): { release(): void }
}

/** A page with a stopped clock, and search hosts on loopback. */
async function visit(path: string): Promise<Visit> {
  const stack = new AsyncDisposableStack()
  let held: Promise<void> | undefined
  const fine = stack.use(
    await openHost(async (request, response) => {
      await held
      const body = await Array.fromAsync(request)
      const answer = await fetch(stage.site.origin + request.url, { method: 'POST', body: Buffer.concat(body) })
      response.writeHead(answer.status, { 'Access-Control-Allow-Origin': '*' }).end(await answer.text())
    }),
  )
  const hosts: readonly Host[] = [
    stack.use(await openSlow()),
    await openDead(),
    stack.use(await openRefusing(503)),
    fine,
  ]
  const context = await stage.browser.newContext()
  stack.defer(() => context.close())
  // The client shuffles all hosts but the first; this keeps their order.
  await context.addInitScript('Math.random = () => 0')
  const asked: string[] = []
  for (const [i, name] of SEARCH_HOSTS.entries())
    await context.route(`${name}/1/indexes/**`, async (route) => {
      asked.push(new URL(name).hostname.split('.')[0]!)
      await route.continue({ url: route.request().url().replace(name, `http://${hosts[i]!.url}`) })
    })
  const page = await context.newPage()
  await page.clock.install({ time: Date.UTC(2026, 0, 1) })
  await open(page, path)
  await page.clock.pauseAt(Date.UTC(2026, 0, 1, 0, 1))
  return {
    page,
    asked: () => asked.splice(0),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return { release: resolve }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const hits = (page: Page) => page.locator('.DocSearch-Hit').first()

test('the search box falls back between hosts, raises its timeout, and resets after two minutes', {
  skip,
}, async () => {
  await using one = await visit('/docs/intro')
  const { page, asked } = one
  const tried: string[] = []
  const next = (host: string) =>
    until(`${host} to be asked`, () => {
      tried.push(...asked())
      return tried.includes(host)
    })
  await page.keyboard.press('Control+k')
  const field = page.locator('.DocSearch-Input')
  await field.fill('firewall')
  await next('slow')
  await page.clock.runFor(1000 - MOMENT_MS)
  assert.deepEqual(asked(), [], 'a second has not passed')
  await page.clock.runFor(MOMENT_MS)
  await next('fine')
  assert.deepEqual(tried.splice(0), ['slow', 'dead', 'refusing', 'fine'])
  await page.clock.runFor(MOMENT_MS)
  await hits(page).waitFor()

  const { release } = one.hold()
  await field.fill('wireguard')
  await next('fine')
  await page.clock.runFor(4000 - MOMENT_MS)
  assert.deepEqual(asked(), [], 'one host was timed out: four times the patience')
  release()
  await page.locator('.DocSearch-Hit', { hasText: 'wireguard' }).first().waitFor()
  assert.deepEqual(tried.splice(0), ['fine'])

  await page.clock.runFor(120_000)
  await field.fill('mitmproxy')
  await next('slow')
  await page.clock.runFor(1000)
  await next('fine')
  assert.deepEqual(tried.splice(0), ['slow', 'dead', 'refusing', 'fine'])
})

test('the search page falls back between hosts', { skip }, async () => {
  await using one = await visit('/search?q=firewall')
  const { page, asked } = one
  const found = page.locator('main li').first()
  // It waits for the end of typing, and then for the slow host.
  await until('an answer', async () => {
    await page.clock.runFor(MOMENT_MS)
    return found.isVisible()
  })
  assert.deepEqual(asked(), ['slow', 'dead', 'refusing', 'fine'])
  await page.getByRole('searchbox').fill('wireguard')
  await page.clock.runFor(300)
  await page.locator('main li', { hasText: 'wireguard' }).first().waitFor()
  assert.deepEqual(asked(), ['fine'])
})
