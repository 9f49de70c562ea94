import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import config from './docusaurus.config.ts'

/** What is said once for the whole site. */
test('the site is below /pages/, in English, and its addresses end without a slash', () => {
  const { baseUrl, trailingSlash, i18n, title, tagline, favicon } = config
  assert.deepEqual([baseUrl, trailingSlash, i18n], ['/pages/', false, { defaultLocale: 'en', locales: ['en'] }])
  assert.ok(title && tagline && favicon)
})

test('a link, an anchor, a picture that leads nowhere, or a path that is there twice, fails the build', () => {
  const { onBrokenLinks, onBrokenAnchors, onDuplicateRoutes, markdown } = config
  assert.deepEqual([onBrokenLinks, onBrokenAnchors, onDuplicateRoutes], ['throw', 'throw', 'throw'])
  assert.deepEqual(markdown.hooks, { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' })
})

test('day is what a page begins with, the system is not asked, and there is a switch', () => {
  const { defaultMode, disableSwitch, respectPrefersColorScheme } = config.themeConfig.colorMode!
  assert.deepEqual([defaultMode, disableSwitch, respectPrefersColorScheme], ['light', false, false])
})

test('the search box and its client are of the versions whose behaviour these pages count on', () => {
  const require = createRequire(import.meta.url)
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(`${require.resolve.paths(name)![0]}/${name}/package.json`, 'utf8')).version
  assert.deepEqual(['algoliasearch', '@docsearch/react'].map(versionOf), ['5.19.0', '3.9.0'])
})
