import { join } from 'node:path'
import type { Options as BlogOptions } from '@docusaurus/plugin-content-blog'
import type { Options as DocsOptions } from '@docusaurus/plugin-content-docs'
import type { UserThemeConfig } from '@docusaurus/theme-common'
import type { Config } from '@docusaurus/types'
import { changedAt } from './dates.ts'
import { EARLY } from './early.ts'
import { footerLinks, header, navbar, redirects } from './links.ts'
import { figures } from './plugins/figures.ts'
import { listings } from './plugins/listings.ts'
import { announcement, announcementId, content, fontSheet, pageViews, repository, search, url } from './settings.ts'

const BASE = '/pages/'

/** The functions of such an object take exactly one argument, which is checked. */
const dateOf = async (file: string) =>
  /\.mdx?$/.test(file) ? { timestamp: changedAt(file), author: 'The Sallyport project' } : null

const docs: DocsOptions = {
  remarkPlugins: [listings, figures],
  path: join(content, 'docs'),
  routeBasePath: 'docs',
  sidebarPath: join(content, 'sidebars.ts'),
  lastVersion: 'current',
  versions: { current: { label: '0.1' } },
  showLastUpdateTime: true,
}
const articles: DocsOptions = {
  remarkPlugins: [listings, figures],
  id: 'articles',
  path: join(content, 'articles'),
  routeBasePath: 'articles',
  sidebarPath: join(content, 'sidebarsArticles.ts'),
}
const blog: BlogOptions = {
  remarkPlugins: [listings, figures],
  path: join(content, 'blog'),
  postsPerPage: 10,
  blogTitle: 'Blog',
  blogDescription: 'What we build, how it is measured, and why it is the way it is.',
  blogSidebarTitle: 'All posts',
  blogSidebarCount: 'ALL',
  showReadingTime: true,
  onInlineTags: 'throw',
  onInlineAuthors: 'throw',
  onUntruncatedBlogPosts: 'throw',
  feedOptions: { type: ['rss', 'atom', 'json'], xslt: false, copyright: '2025 The Sallyport project' },
}

const themeConfig: UserThemeConfig & { readonly search: typeof search } = {
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  navbar: {
    title: 'Sallyport',
    logo: { alt: '', src: 'img/gate.svg', width: 28, height: 28 },
    hideOnScroll: true,
    items: navbar as never,
  },
  footer: { style: 'light', links: footerLinks as never, copyright: '© 2025 The Sallyport project. Apache-2.0.' },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  ...(announcement ? { announcementBar: { id: announcementId, content: announcement, isCloseable: true } } : {}),
  search,
}

export default {
  title: 'Sallyport',
  tagline: 'A router that isolates every device',
  url,
  baseUrl: BASE,
  favicon: 'img/gate.svg',
  trailingSlash: false,
  i18n: { defaultLocale: 'en', locales: ['en'] },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  future: {
    // `v4: true` would also rename the key that the colour mode is kept under.
    v4: { removeLegacyPostBuildHeadAttribute: true },
    experimental_vcs: { initialize: () => {}, getFileCreationInfo: dateOf, getFileLastUpdateInfo: dateOf },
    faster: {
      swcJsLoader: true,
      swcJsMinimizer: true,
      swcHtmlMinimizer: true,
      lightningCssMinimizer: true,
      mdxCrossCompilerCache: true,
      rspackBundler: true,
      rspackPersistentCache: true,
      ssgWorkerThreads: true,
      gitEagerVcs: false,
    },
  },
  customFields: { header, pageViews, repository },
  stylesheets: fontSheet ? [fontSheet] : [],
  clientModules: ['./src/client/announcement.ts', './src/client/pageviews.ts'],
  headTags: [{ tagName: 'script', attributes: {}, innerHTML: EARLY }],
  themes: [
    [
      '@docusaurus/theme-classic',
      { customCss: ['tokens', 'site', 'reading', 'code', 'blog', 'search'].map((name) => `./src/css/${name}.css`) },
    ],
  ],
  plugins: [
    ['@docusaurus/plugin-content-docs', docs],
    ['@docusaurus/plugin-content-docs', articles],
    ['@docusaurus/plugin-content-blog', blog],
    ['@docusaurus/plugin-content-pages', {}],
    [
      '@docusaurus/plugin-sitemap',
      {
        changefreq: 'weekly',
        priority: 0.5,
        lastmod: 'date',
        ignorePatterns: ['/pages/search', '/pages/blog/tags', '/pages/blog/tags/**'],
      },
    ],
    ['@docusaurus/plugin-client-redirects', { redirects }],
    './plugins/chunks.ts',
    './plugins/licenses.ts',
    './plugins/search/index.ts',
    './plugins/api/index.ts',
    './plugins/listings.ts',
    './plugins/reading/index.ts',
  ],
  themeConfig,
} satisfies Config
