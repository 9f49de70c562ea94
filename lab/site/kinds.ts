import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { isClosed, isFound, lookFor, openBox } from './box.ts'
import type { SiteServer } from './server.ts'

/** The viewports of the screenshots. */
export const WIDTHS = { desk: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const

/** A kind of page, and how its screenshots are made. */
export interface View {
  /** Below `/pages`. */
  readonly path: string
  /** Actions before the screenshot. */
  readonly steps?: (page: Page, site: SiteServer) => Promise<void>
  /** Captures the viewport only, if the page is endless or covered. */
  readonly isWindow?: true
  /** The viewports in which it exists. */
  readonly only?: readonly (keyof typeof WIDTHS)[]
  readonly isPrinted?: true
}

const openSidebar = (page: Page): Promise<void> => page.getByRole('button', { name: 'Toggle navigation bar' }).click()

export const VIEWS: Readonly<Record<string, View>> = {
  home: { path: '/' },
  doc: { path: '/docs/intro' },
  code: { path: '/docs/guides/firewall' },
  notes: { path: '/docs/setup_guides/virtual_spr' },
  article: { path: '/articles' },
  blog: { path: '/blog' },
  post: { path: '/blog/how-a-packet-is-judged' },
  archive: { path: '/blog/archive' },
  authors: { path: '/blog/authors' },
  tags: { path: '/blog/tags' },
  tag: { path: '/blog/tags/firewall' },
  missing: { path: '/nothing' },
  search: { path: '/search' },
  'search-found': {
    path: '/search?q=printer',
    steps: (page) => page.locator('main ol li').first().waitFor(),
  },
  'search-none': { path: '/search?q=zzqqxx', steps: (page) => page.getByText('No results').waitFor() },
  'search-failed': {
    path: '/search',
    steps: async (page, site) => {
      site.isSearchDown = true
      await page.getByRole('searchbox').fill('dns')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  box: { path: '/docs/intro', steps: openBox, isWindow: true },
  'box-found': {
    path: '/docs/intro',
    steps: async (page) => {
      await lookFor(page, 'fire')
      await page.locator('.DocSearch-Hit').first().waitFor()
    },
    isWindow: true,
  },
  'box-none': {
    path: '/docs/intro',
    steps: async (page) => {
      await lookFor(page, 'zzqqxx')
      await page.getByText('No results for').waitFor()
    },
    isWindow: true,
  },
  'box-recent': {
    path: '/docs/intro',
    steps: async (page) => {
      for (const word of ['fire', 'dhcp', 'token']) {
        await lookFor(page, word)
        await isFound(page)
        const before = await page.title()
        await page.keyboard.press('Enter')
        await isClosed(page)
        // The new page takes the focus: earlier keys are lost.
        await until('the page', async () => (await page.title()) !== before)
      }
      await openBox(page)
      await page.locator('.DocSearch-Hit-action-button[type=submit]').first().click()
    },
    isWindow: true,
  },
  'box-failed': {
    path: '/docs/intro',
    steps: async (page, site) => {
      site.isSearchDown = true
      await lookFor(page, 'dns')
      await page.getByText('Unable to fetch results').waitFor()
    },
    isWindow: true,
  },
  api: { path: '/api/0', isWindow: true },
  'api-operation': { path: '/api/0#getFirewallConfig', isWindow: true },
  sidebar: {
    path: '/docs/intro',
    steps: openSidebar,
    isWindow: true,
    only: ['phone'],
  },
  'sidebar-main': {
    path: '/docs/intro',
    steps: async (page) => {
      await openSidebar(page)
      await page.getByRole('button', { name: /Back to main menu/ }).click()
    },
    isWindow: true,
    only: ['phone'],
  },
  features: {
    path: '/',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Features' }).click()
      await page.locator('#features').waitFor()
    },
    isWindow: true,
  },
  print: { path: '/docs/guides/firewall', isPrinted: true, only: ['desk'] },
}
