import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import config from './docusaurus.config.ts'

/** What is said once for the whole site. */
test('the site is below /pages/, in English, without trailing slashes', () => {
  const { baseUrl, trailingSlash, i18n, title, tagline, favicon } = config
  assert.deepEqual([baseUrl, trailingSlash, i18n], ['/pages/', false, { defaultLocale: 'en', locales: ['en'] }])
  assert.ok(title && tagline && favicon)
})

test('broken links, anchors and pictures, and duplicate routes fail the build', () => {
  const { onBrokenLinks, onBrokenAnchors, onDuplicateRoutes, markdown } = config
  assert.deepEqual([onBrokenLinks, onBrokenAnchors, onDuplicateRoutes], ['throw', 'throw', 'throw'])
  assert.deepEqual(markdown.hooks, { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' })
})

test('the default color mode is light, ignores the system, and has a switch', () => {
  const { defaultMode, disableSwitch, respectPrefersColorScheme } = config.themeConfig.colorMode!
  assert.deepEqual([defaultMode, disableSwitch, respectPrefersColorScheme], ['light', false, false])
})

test('the search box and its client have the specified versions', () => {
  const require = createRequire(import.meta.url)
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(`${require.resolve.paths(name)![0]}/${name}/package.json`, 'utf8')).version
  assert.deepEqual(['algoliasearch', '@docsearch/react'].map(versionOf), ['5.19.0', '3.9.0'])
})
